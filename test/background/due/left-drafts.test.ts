import { endDrafts } from '@cairn/domain/organizations/removal/end-drafts'
import { shortHash, shortId } from '@cairn/domain/storage/table/short-id'
import { describe, expect, it } from 'vitest'
import { password } from '../../support/people/accounts.ts'
import { createGoal } from '../../support/people/goals.ts'
import { join } from '../../support/people/invite.ts'
import { type Browser, signIn } from '../../support/people/sign-in.ts'
import { createClock } from '../../support/service/clock.ts'
import { startTestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { readTable } from '../../support/table/read-table.ts'
import { createSweeper } from './support/sweeper.ts'
import { findingsIn } from './support/team.ts'

/** Drafts of reports of a member who was removed or has deleted the account. */

const clock = createClock()
const service = stopAfterFile(await startTestService({ clock: clock.read, background: false }))
const { database } = service.table
const minutes = (count: number) => new Date(clock.read().getTime() + count * 60_000)
let teams = 0

/** Bob works for Ada. Both have drafts for two of her goals. */
async function startTeam() {
  const team = ++teams
  const person = (name: string) =>
    signIn(service, { email: `${name}${team}@example.com`.toLowerCase(), displayName: name })
  const [ada, bob] = [await person('Ada'), await person('Bob')]
  const organizationId = await join(ada, bob)
  const goalIds = [(await createGoal(ada)).id, (await createGoal(ada)).id]
  for (const by of [ada, bob]) for (const goalId of goalIds) await put(by, goalId)
  return { ada, bob, organizationId, goalIds }
}

const put = ({ api }: Browser, goalId: string, content = 'Half') =>
  api.putGoalDraft({ params: { goalId }, body: { content } })

/** The goals for which somebody has drafts. */
async function draftsOf({ userId }: Browser): Promise<string[]> {
  const { goalDraft } = await readTable(database)
  return goalDraft.flatMap(({ userKey, goalKey }) => (userKey === shortHash(userId) ? [goalKey] : []))
}

/** Sweeps until everything is done: a last pass begins a minute after. */
async function finish(): Promise<void> {
  const sweeper = createSweeper(database)
  for (const later of [3, 6, 9, 12]) await sweeper.sweep(minutes(later))
  expect(sweeper.errors).toEqual([])
  clock.advance({ milliseconds: 15 * 60_000 })
}

const remove = ({ ada, bob }: { ada: Browser; bob: Browser }) =>
  ada.api.removeOrganizationMember({ params: { userId: bob.userId }, body: { reassignGoalsTo: null } })

describe('the drafts of a member', () => {
  it('are deleted after the member is removed, and nobody else’s are', async () => {
    const team = await startTeam()
    await remove(team)
    await finish()
    expect(await draftsOf(team.bob)).toEqual([])
    expect(await draftsOf(team.ada)).toHaveLength(2)
    expect(await findingsIn(database)).toEqual([])
  })

  it('are deleted with the account', async () => {
    const { ada, bob } = await startTeam()
    await bob.api.deleteAccount({ body: { password } })
    await finish()
    expect(await draftsOf(bob)).toEqual([])
    expect(await draftsOf(ada)).toHaveLength(2)
  })

  it('are deleted with the organization', async () => {
    const { ada, bob, organizationId } = await startTeam()
    const { organizations } = await ada.api.getOrganizationContext()
    const name = organizations.find(({ id }) => id === organizationId)?.name ?? ''
    await ada.api.deleteOrganization({ body: { name } })
    await finish()
    expect([...(await draftsOf(ada)), ...(await draftsOf(bob))]).toEqual([])
  })

  it('who has returned stay if they are new', async () => {
    const team = await startTeam()
    const { ada, bob, organizationId, goalIds } = team
    await remove(team)
    clock.advance({ milliseconds: 1_000 })
    await join(ada, bob)
    await bob.api.switchOrganization({ body: { organizationId } })
    const [first = '', second = ''] = goalIds
    await put(bob, first, 'New')
    await finish()
    expect(await draftsOf(bob)).toEqual([shortId(first)])
    const { draft } = await bob.api.getGoalDraft({ params: { goalId: first } })
    expect(draft.content).toBe('New')
    expect(second).not.toBe('')
  })

  it('are deleted once by many sweeps', async () => {
    const { ada, bob, organizationId } = await startTeam()
    const organizationKey = shortId(organizationId)
    const removal = { organizationKey, userId: bob.userId, createdAt: clock.timestamp } as Parameters<
      typeof endDrafts
    >[1]
    await remove({ ada, bob })
    await Promise.all(Array.from({ length: 5 }, () => endDrafts(database, removal)))
    expect(await draftsOf(bob)).toEqual([])
    await finish()
  })
})
