import { createChangeHandler } from '@cairn/domain/background/changes/handle-changes'
import { handleQueue } from '@cairn/domain/background/changes/handle-queue'
import type { Database } from '@cairn/domain/storage/database/client'
import { entityNames } from '@cairn/domain/storage/table/entities'
import { shortId } from '@cairn/domain/storage/table/short-id'
import { readTable } from '../../../support/table/read-table.ts'
import type { Team } from './team.ts'

type Organization = Pick<Team, 'organizationId'>

/** Deletes a team's organization as its owner. */
export async function deleteOrganization({ ada, organizationId }: Team): Promise<void> {
  await ada.api.deleteOrganization({ body: { name: await nameOf({ ada, organizationId }) } })
}

export async function nameOf({ ada, organizationId }: Pick<Team, 'ada' | 'organizationId'>): Promise<string> {
  const { organizations } = await ada.api.getOrganizationContext()
  return organizations.find(({ id }) => id === organizationId)?.name ?? ''
}

/** The entities of which records name the organization, but for the active organization of its former members. */
export async function leftOf(database: Database, { organizationId }: Organization): Promise<string[]> {
  const content = await readTable(database)
  return entityNames.filter((name) =>
    content[name].some((record) => {
      const text = JSON.stringify({ ...record, lostOrganizationId: '', activeOrganizationId: '' })
      return text.includes(organizationId) || text.includes(shortId(organizationId))
    }),
  )
}

/** Appends what waits to the feed, as a service does in the background. */
export async function handleChanges(database: Database, now: () => Date): Promise<void> {
  const failed = await handleQueue(database, {
    handle: createChangeHandler(),
    now,
    onEvents: () => undefined,
    onCleanUp: () => undefined,
    isStopping: () => false,
  })
  for (const error of failed.values()) throw error
}
