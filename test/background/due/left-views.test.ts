import type { GoalView } from '@cairn/contract/schemas/goal-views'
import { endViews } from '@cairn/domain/organizations/removal/end-views'
import { shortId } from '@cairn/domain/storage/table/short-id'
import { describe, expect, it } from 'vitest'
import { password } from '../../support/people/accounts.ts'
import { join } from '../../support/people/invite.ts'
import { type Browser, signIn } from '../../support/people/sign-in.ts'
import { createClock } from '../../support/service/clock.ts'
import { startTestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { overtaken } from '../../support/table/overtaken.ts'
import { readTable } from '../../support/table/read-table.ts'
import { sampleTitle } from '../../support/test-all.ts'
import { createSweeper, type Death, deathsOf, momentOf, sweepAndDie } from './support/sweeper.ts'
import { findingsIn } from './support/team.ts'

/** Saved views of a member who was removed, has left or has deleted the account. */

const clock = createClock()
const start = () => startTestService({ clock: clock.read, background: false })
let service = stopAfterFile(await start())
let { database } = service.table
const minutes = (count: number) => new Date(clock.read().getTime() + count * 60_000)

let teams = 0

/** Bob works for Ada. He has two views of his own, and shares one; Ada has one of each. */
async function startTeam() {
  const team = ++teams
  const person = (name: string) =>
    signIn(service, { email: `${name}${team}@example.com`.toLowerCase(), displayName: name })
  const [ada, bob] = [await person('Ada'), await person('Bob')]
  const organizationId = await join(ada, bob)
  for (const by of [ada, bob, bob]) await save(by, 'own', false)
  for (const by of [ada, bob]) await save(by, 'shared', true)
  return { ada, bob, organizationId }
}

const save = async ({ api }: Browser, name: string, isShared: boolean) =>
  api.createGoalView({ body: { name, query: '', isShared } })

const viewsOf = async ({ api }: Browser): Promise<GoalView[]> => (await api.listGoalViews()).goalViews

const remove = ({ ada, bob }: { ada: Browser; bob: Browser }) =>
  ada.api.removeOrganizationMember({ params: { userId: bob.userId }, body: { reassignGoalsTo: null } })

/** Sweeps until everything is done: claims of dead sweepers end, and a last pass begins a minute after. */
async function finish() {
  const sweeper = createSweeper(database)
  for (const later of [3, 6, 9, 12]) await sweeper.sweep(minutes(later))
  expect(sweeper.errors).toEqual([])
  clock.advance({ milliseconds: 15 * 60_000 })
}

/** Ada’s views are as they were, the one that Bob shared has no owner, and his own are gone. */
async function expectLeft({ ada, bob }: { ada: Browser; bob: Browser }, what = '') {
  const views = (await viewsOf(ada)).map(({ name, ownerUserId }) => [name, ownerUserId])
  expect(views, what).toHaveLength(3)
  expect(views, what).toEqual(
    expect.arrayContaining([
      ['own', ada.userId],
      ['shared', ada.userId],
      ['shared', null],
    ]),
  )
  const { goalView } = await readTable(database)
  expect(
    goalView.filter(({ ownerUserId }) => ownerUserId === bob.userId),
    what,
  ).toEqual([])
  expect(await findingsIn(database), what).toEqual([])
}

describe('the views of a member', () => {
  it('who was removed: own ones are deleted with their number, shared ones stay without an owner', async () => {
    const team = await startTeam()
    await remove(team)
    await finish()
    await expectLeft(team)
    const { goalViewCount } = await readTable(database)
    expect(goalViewCount.map(({ count }) => count).toSorted()).toEqual([1, 2])
    const shared = (await viewsOf(team.ada)).find(({ ownerUserId }) => ownerUserId === null)
    const params = { goalViewId: shared?.id ?? '' }
    const { goalView } = await team.ada.api.updateGoalView({ params, body: { name: 'Kept' } })
    expect(goalView).toMatchObject({ name: 'Kept', ownerUserId: null, isShared: true })
  })

  it('who has deleted the account', async () => {
    const team = await startTeam()
    await team.bob.api.deleteAccount({ body: { password } })
    await finish()
    await expectLeft(team)
  })

  it('who has returned: what was saved or changed since stays', async () => {
    const team = await startTeam()
    const { ada, bob } = team
    await remove(team)
    await join(ada, bob)
    await save(bob, 'new', false)
    const claimed = (await viewsOf(bob)).find(({ name }) => name === 'own')
    await bob.api.updateGoalView({ params: { goalViewId: claimed?.id ?? '' }, body: { name: 'claimed' } })
    await finish()
    const own = (await viewsOf(bob)).filter(({ ownerUserId }) => ownerUserId === bob.userId)
    expect(own.map(({ name }) => name)).toEqual(['claimed', 'new'])
    expect(await findingsIn(database)).toEqual([])
  })
})

describe('views that somebody claims who returns while the work is under way', () => {
  it('stay as they are', async () => {
    const team = await startTeam()
    const { ada, bob, organizationId } = team
    await remove(team)
    const member = { organizationKey: shortId(organizationId), userId: bob.userId }
    const behind = overtaken(database, /Get/, async () => {
      await join(ada, bob)
      for (const { id, ownerUserId } of await viewsOf(bob)) {
        if (ownerUserId !== bob.userId) continue
        await bob.api.updateGoalView({ params: { goalViewId: id }, body: { name: 'claimed' } })
      }
    })
    await endViews(behind, member)
    const claimed = (await viewsOf(bob)).filter(({ name }) => name === 'claimed')
    expect(claimed.map(({ ownerUserId, isShared }) => [ownerUserId, isShared])).toEqual(
      expect.arrayContaining([
        [bob.userId, true],
        [bob.userId, false],
      ]),
    )
    expect(claimed).toHaveLength(3)
    await finish()
    expect(await findingsIn(database)).toEqual([])
  })
})

describe('a crash', () => {
  it(`before or after any call of the database is repeated until nothing is left (${sampleTitle})`, async () => {
    const calls = await crash(undefined)
    for (const death of deathsOf(calls)) await crash(death)
  })

  /** Returns how many calls the sweeps made until then. */
  async function crash(death: Death | undefined): Promise<number> {
    // A table of its own: the integrity check reads all of it, twice.
    service = await start()
    database = service.table.database
    const team = await startTeam()
    await remove(team)
    const { calls } = await sweepAndDie(database, [minutes(0), minutes(1)], death)
    expect(await findingsIn(database), momentOf(death)).toEqual([])
    await finish()
    await expectLeft(team, momentOf(death))
    await service.stop()
    return calls
  }
})
