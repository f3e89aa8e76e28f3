import { appendEvents } from '@cairn/domain/events/feed/append-events'
import { describe, expect, it } from 'vitest'
import { createToken } from '../../support/people/api-tokens.ts'
import { newGoal } from '../../support/people/goals.ts'
import { invite } from '../../support/people/invite.ts'
import { outcomeOf } from '../../support/requests/outcomes.ts'
import { writeGoals } from '../../support/table/bulk-goals.ts'
import { sampleTitle } from '../../support/test-all.ts'
import { eventNumber } from '../feed/support/events.ts'
import { deleteOrganization, handleChanges, leftOf, nameOf } from './support/deletion.ts'
import { createSweeper, type Death, deathsOf, momentOf, overtake, sweepAndDie } from './support/sweeper.ts'
import { findingsIn, publish, startWithTeams, type Team } from './support/team.ts'

/** Work after the deletion of an organization, under crashes, several workers and other requests. */

const { clock, database, startTeam } = await startWithTeams()
const minutes = (count: number) => new Date(clock.read().getTime() + count * 60_000)

/** Sweeps until a deletion is finished: claims of dead sweepers end, and the last pass finds nothing. */
async function finish(team: Team, what = ''): Promise<void> {
  const sweeper = createSweeper(database)
  for (const later of [4, 7, 10, 13]) {
    await handleChanges(database, clock.read)
    await sweeper.sweep(minutes(later))
  }
  expect(sweeper.errors).toEqual([])
  expect(await leftOf(database, team), what).toEqual([])
  clock.advance({ milliseconds: 15 * 60_000 })
}

describe('a crash', () => {
  it(`before or after any call of the database leaves nothing behind (${sampleTitle})`, async () => {
    const calls = await crash(undefined)
    for (const death of deathsOf(calls)) await crash(death)
    expect(await findingsIn(database)).toEqual([])
  })

  let crashes = 0

  /** Returns how many calls the sweeps made until then. */
  async function crash(death: Death | undefined): Promise<number> {
    const team = await startTeam()
    const [parentGoalId, blockerId = ''] = await publish(team.cem, 2)
    await team.cem.api.createGoal({ body: { ...newGoal, parentGoalId, blockedByGoalIds: [blockerId] } })
    await createToken(team.cem)
    for (const isShared of [false, true]) {
      await team.cem.api.createGoalView({ body: { name: 'View', query: '', isShared } })
    }
    await invite(team.ada, `pending${++crashes}@example.com`)
    await deleteOrganization(team)
    const { calls } = await sweepAndDie(database, [minutes(1), minutes(3), minutes(5)], death)
    // A half that is left is no finding while the deletion goes on.
    expect(await findingsIn(database), momentOf(death)).toEqual([])
    await finish(team, momentOf(death))
    return calls
  }
})

describe('two sweeps at once', () => {
  it('remove everything, even if the slower one has lost its claim', async () => {
    const team = await startTeam()
    await publish(team.cem, 5)
    await deleteOrganization(team)
    const slow = await overtake(database, { call: 25, at: minutes(1), laterAt: minutes(4) })
    expect(slow.errors).toEqual([])
    await finish(team)
    expect(await findingsIn(database)).toEqual([])
  })
})

describe('a request at the same moment', () => {
  it('succeeds before or is refused after, and leaves nothing', async () => {
    for (let round = 0; round < 5; round++) {
      const team = await startTeam()
      const { bob, cem, dora, ada } = team
      const [goalId = ''] = await publish(cem, 1)
      const { token } = await invite(ada, `late${round}@example.com`)
      const name = await nameOf(team)
      const outcomes = await Promise.all([
        ...[bob, cem, dora].map(({ api }) => outcomeOf(api.createGoal({ body: newGoal }))),
        outcomeOf(ada.api.deleteOrganization({ body: { name } })),
        outcomeOf(
          bob.api.createOrganizationInvitation({ body: { email: 'new@example.com', role: 'member' } }),
        ),
        outcomeOf(bob.api.createWebhook({ body: { url: 'http://127.0.0.1:1024/' } })),
        outcomeOf(bob.api.createApiToken({ body: { name: 'Late', scopes: ['goals:read'] } })),
        outcomeOf(bob.api.createGoalLabel({ body: { name: 'Late' } })),
        outcomeOf(cem.api.updateGoal({ params: { goalId }, body: { title: 'Late' } })),
        outcomeOf(dora.api.previewOrganizationInvitation({ body: { token } })),
      ])
      expect(outcomes[3]).toBe('ok')
      for (const outcome of outcomes) {
        expect(['ok', '403 membership_not_found', '404 invitation_not_found']).toContain(outcome)
      }
      await finish(team)
    }
    expect(await findingsIn(database)).toEqual([])
  })
})

describe('events that are appended late', () => {
  it('are dropped once the feed is removed', async () => {
    const team = await startTeam()
    await publish(team.cem, 1)
    await handleChanges(database, clock.read)
    await deleteOrganization(team)
    await finish(team)
    await appendEvents({ ...database, client: Object.create(database.client) }, team.organizationId, [
      eventNumber(1),
    ])
    expect(await leftOf(database, team)).toEqual([])
  })
})

describe('a large organization', () => {
  it('is removed in steps, as long as a sweep has time', async () => {
    const team = await startTeam()
    const goals = Array.from({ length: 300 }, (_, number) => ({
      ownerUserId: team.cem.userId,
      status: number % 2 ? ('paused' as const) : ('active' as const),
      labelIds: [],
      updatedAt: new Date(clock.read().getTime() - number * 1_000).toISOString(),
    }))
    await writeGoals(database, team.organizationId, goals)
    const other = await startTeam()
    const kept = await publish(other.cem, 3)
    await deleteOrganization(team)
    await finish(team)
    for (const goalId of kept)
      expect(await outcomeOf(other.ada.api.getGoal({ params: { goalId } }))).toBe('ok')
    expect(await findingsIn(database)).toEqual([])
  })
})
