import { describe, expect, it } from 'vitest'
import { createToken, programWith } from '../../support/people/api-tokens.ts'
import { newGoal, reportOf } from '../../support/people/goals.ts'
import { handleChanges } from '../due/support/deletion.ts'
import { createSweeper } from '../due/support/sweeper.ts'
import { findingsIn, startWithTeams } from '../due/support/team.ts'

const { service, clock, database, startTeam } = await startWithTeams()

/** A goal of Bob that a program of Ada has claimed for a minute. */
async function startClaimed() {
  const team = await startTeam()
  const { goal } = await team.bob.api.createGoal({ body: newGoal })
  const params = { goalId: goal.id }
  const program = programWith(service, await createToken(team.ada, undefined, { name: 'Planner' }))
  const { claim } = await program.claimGoal({ params, body: { leaseSeconds: 60 } })
  await handleChanges(database, clock.read)
  const sweeper = createSweeper(database)
  const sweepIn = async (seconds: number) => {
    clock.advance({ milliseconds: seconds * 1_000 })
    await sweeper.sweep(clock.read())
    expect(sweeper.errors).toEqual([])
  }
  const expired = async (person: typeof team.ada) =>
    (await person.api.listInbox()).items.filter(({ kind }) => kind === 'claim_expired')
  return { ...team, goal, params, program, fence: claim?.fence ?? 0, sweepIn, expired }
}

describe('a claim that expires', () => {
  it('is told to the owner of the goal and to whose program it was, once', async () => {
    const { ada, bob, cem, goal, fence, sweepIn, expired } = await startClaimed()
    await sweepIn(59)
    expect(await expired(bob)).toEqual([])
    await sweepIn(1)
    await sweepIn(60)
    const item = {
      kind: 'claim_expired',
      goal: { id: goal.id },
      ref: { fence },
      actor: { kind: 'client', displayName: 'Planner' },
    }
    expect(await expired(bob)).toMatchObject([item])
    expect(await expired(ada)).toMatchObject([item])
    expect(await expired(cem)).toEqual([])
    expect(await findingsIn(database)).toEqual([])
  })

  it('is told at the end of its lease, however often it was renewed', async () => {
    const { bob, params, program, fence, sweepIn, expired } = await startClaimed()
    await sweepIn(50)
    await program.renewGoalClaim({ params, body: { fence, leaseSeconds: 120 } })
    await sweepIn(60)
    expect(await expired(bob)).toEqual([])
    await sweepIn(60)
    expect(await expired(bob)).toHaveLength(1)
  })

  it.each<[string, (claimed: Awaited<ReturnType<typeof startClaimed>>) => Promise<unknown>]>([
    ['was released', ({ program, params, fence }) => program.releaseGoalClaim({ params, query: { fence } })],
    [
      'has a report since',
      async ({ bob, params }) => {
        clock.advance({ milliseconds: 61_000 })
        await bob.api.createGoalUpdate({ params, body: reportOf('Done') })
      },
    ],
    ['is on a goal that was deleted', ({ bob, params }) => bob.api.deleteGoal({ params })],
  ])('is not told if it %s', async (_, end) => {
    const claimed = await startClaimed()
    await end(claimed)
    await claimed.sweepIn(120)
    expect(await claimed.expired(claimed.bob)).toEqual([])
    await handleChanges(database, clock.read)
    expect(await findingsIn(database)).toEqual([])
  })
})
