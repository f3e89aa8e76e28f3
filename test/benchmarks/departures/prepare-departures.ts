import type { Database } from '@cairn/domain/database/client'
import { addMembers } from '../../support/people/add-members.ts'
import { writeGoals } from '../../support/table/bulk-goals.ts'
import { withServiceInProcess } from '../support/in-process.ts'
import {
  createOrganization,
  type PreparedOrganization,
  registerAndSignIn,
  type ServiceAddress,
} from '../workload/organization.ts'
import type { DataPlace } from '../workload/prepare-data.ts'

/** Who goes, and who stays. */
export type Departures = {
  /** The people whose requests are measured. */
  others: PreparedOrganization
  /** A member with goals, whom the owner removes. */
  removal: { cookie: string; organizationId: string; ownerUserId: string; memberUserId: string }
  /** An organization, which its owner deletes. */
  deletion: { cookie: string; organizationId: string; name: string }
}

export type DepartureSizes = {
  othersGoals: number
  reassignedGoals: number
  deletedGoals: number
  deletedMembers: number
}

export function prepareDepartures(place: DataPlace, sizes: DepartureSizes): Promise<Departures> {
  return withServiceInProcess(place, async (service) => ({
    others: await createOrganization(service, sizes.othersGoals),
    removal: await prepareRemoval(service, sizes),
    deletion: await prepareDeletion(service, sizes),
  }))
}

async function prepareRemoval(
  service: ServiceAddress,
  { reassignedGoals }: DepartureSizes,
): Promise<Departures['removal']> {
  const { api, cookie, userId } = await registerAndSignIn(service, 'stays@example.com')
  const { activeOrganizationId: organizationId } = await api.getAuthSession()
  const [memberUserId = ''] = await addMembers(service.database, organizationId, 1)
  await publishGoals(service.database, organizationId, memberUserId, reassignedGoals)
  return { cookie, organizationId, ownerUserId: userId, memberUserId }
}

async function prepareDeletion(
  service: ServiceAddress,
  { deletedGoals, deletedMembers }: DepartureSizes,
): Promise<Departures['deletion']> {
  const { api, cookie, userId } = await registerAndSignIn(service, 'deletes@example.com')
  const { activeOrganizationId: organizationId, organizations } = await api.getAuthSession()
  await addMembers(service.database, organizationId, deletedMembers - 1)
  await publishGoals(service.database, organizationId, userId, deletedGoals)
  return { cookie, organizationId, name: organizations[0]?.name ?? '' }
}

async function publishGoals(database: Database, organizationId: string, ownerUserId: string, count: number) {
  const start = Date.now() - count * 60_000
  await writeGoals(
    database,
    organizationId,
    Array.from({ length: count }, (_, index) => ({
      ownerUserId,
      status: 'active' as const,
      labelIds: [],
      updatedAt: new Date(start + index * 60_000).toISOString(),
    })),
  )
}
