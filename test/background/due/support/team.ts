import { checkTable } from '@cairn/domain/check-integrity/check-table'
import { readRemovals } from '@cairn/domain/organizations/removal/removal-record'
import type { Database } from '@cairn/domain/storage/database/client'
import { shortId } from '@cairn/domain/storage/table/short-id'
import { newGoal } from '../../../support/people/goals.ts'
import { join, type Person } from '../../../support/people/invite.ts'
import { collect } from '../../../support/requests/walk.ts'
import { createClock } from '../../../support/service/clock.ts'
import { proxied, proxyEnvironment } from '../../../support/service/proxied.ts'
import { startTestService } from '../../../support/service/service.ts'
import { stopAfterFile } from '../../../support/stop-after-file.ts'

/** A service with teams whose members are removed. Tests do what is due by sweepers of their own. */
export async function startWithTeams() {
  const clock = createClock()
  const service = stopAfterFile(
    await startTestService({ clock: clock.read, environment: proxyEnvironment, background: false }),
  )
  const { database } = service.table
  let teams = 0

  /** An organization of Ada with the admin Bob and the members Cem and Dora, whom no other organization has. */
  async function startTeam() {
    const team = ++teams
    const person = (name: string): Person => {
      const email = `${name.toLowerCase()}${team}@example.com`
      return proxied(service, { id: `proxy:${email}`, displayName: name, email }, clock.read)
    }
    const [ada, bob, cem, dora] = [person('Ada'), person('Bob'), person('Cem'), person('Dora')]
    const { activeOrganizationId: organizationId } = await ada.api.getOrganizationContext()
    await join(ada, bob, 'admin')
    await join(ada, cem)
    await join(ada, dora)
    return { ada, bob, cem, dora, organizationId }
  }
  return { clock, service, database, startTeam }
}

export type Team = Awaited<ReturnType<Awaited<ReturnType<typeof startWithTeams>>['startTeam']>>

export const remove = (
  by: Person,
  { userId }: Pick<Person, 'userId'>,
  to: Pick<Person, 'userId'> | null = null,
) => by.api.removeOrganizationMember({ params: { userId }, body: { reassignGoalsTo: to?.userId ?? null } })

export async function publish({ api }: Person, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let number = 1; number <= count; number++) {
    ids.push((await api.createGoal({ body: { ...newGoal, title: `Goal ${number}` } })).goal.id)
  }
  return ids
}

/** How many goals each person owns. */
export async function ownersIn({ api }: Person): Promise<Record<string, number>> {
  const goals = await collect(
    (cursor) => api.listGoals({ query: { cursor, view: 'summary' } }),
    (page) => page.goals,
  )
  const owners = Map.groupBy(goals, ({ ownerUserId }) => ownerUserId ?? 'nobody')
  return Object.fromEntries([...owners].map(([owner, { length }]) => [owner, length]))
}

/** The removals of an organization that are not finished. */
export const removalsIn = (database: Database, organizationId: string) =>
  readRemovals(database, { organizationKey: shortId(organizationId) })

export async function findingsIn(database: Database): Promise<string[]> {
  const found: string[] = []
  for await (const { message } of checkTable(database)) found.push(message)
  return found
}
