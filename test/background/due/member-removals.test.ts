import { describe, expect, it } from 'vitest'
import { createToken } from '../../support/people/api-tokens.ts'
import { reportOf } from '../../support/people/goals.ts'
import { join } from '../../support/people/invite.ts'
import { outcomeOf } from '../../support/requests/outcomes.ts'
import { writeGoals } from '../../support/table/bulk-goals.ts'
import { sampleTitle } from '../../support/test-all.ts'
import {
  createSweeper,
  type Death,
  deathsOf,
  momentOf,
  overtake,
  sweepAndDie,
  watched,
} from './support/sweeper.ts'
import {
  findingsIn,
  ownersIn,
  publish,
  removalsIn,
  remove,
  startWithTeams,
  type Team,
} from './support/team.ts'

/** Work after the removal of a member, under crashes, several workers and other requests. */

const { clock, database, startTeam } = await startWithTeams()
const minutes = (count: number) => new Date(clock.read().getTime() + count * 60_000)

/** Sweeps until a removal is finished: claims of dead sweepers end, and a last pass begins a minute after the removal. */
async function finish({ organizationId }: Pick<Team, 'organizationId'>) {
  const sweeper = createSweeper(database)
  for (const later of [3, 6, 9]) await sweeper.sweep(minutes(later))
  expect(sweeper.errors).toEqual([])
  expect(await removalsIn(database, organizationId)).toEqual([])
  clock.advance({ milliseconds: 10 * 60_000 })
}

/** Each of Cem's goals was given to Bob once, by an edit of Ada. */
async function expectGivenOnce({ ada, bob, cem }: Team, goalIds: readonly string[], what: string) {
  for (const goalId of goalIds) {
    const { edits } = await ada.api.listGoalEdits({ params: { goalId } })
    expect(
      edits.map(({ authorityUserId, fields }) => [authorityUserId, fields]),
      what,
    ).toEqual([[ada.userId, { ownerUserId: { from: cem.userId, to: bob.userId } }]])
  }
}

describe('a crash', () => {
  it(`before or after any call of the database leaves nothing undone, and repeats nothing (${sampleTitle})`, async () => {
    const calls = await crash(undefined)
    for (const death of deathsOf(calls)) await crash(death)
    expect(await findingsIn(database)).toEqual([])
  })

  /** Returns how many calls the sweeps made until then. */
  async function crash(death: Death | undefined): Promise<number> {
    const team = await startTeam()
    const { ada, bob, cem } = team
    const goals = await publish(cem, 1)
    await createToken(cem)
    await remove(ada, cem, bob)
    // With the last pass, which deletes the record.
    const { calls } = await sweepAndDie(database, [minutes(0), minutes(2)], death)
    await finish(team)
    await expectGivenOnce(team, goals, momentOf(death))
    return calls
  }
})

it('is finished by a pass exactly a minute after the removal, and by none before', async () => {
  const { ada, bob, cem, organizationId } = await startTeam()
  await remove(ada, cem, bob)
  const sweeper = createSweeper(database)
  const removedAt = new Date((await removalsIn(database, organizationId))[0]?.createdAt ?? '')
  const after = (milliseconds: number) => sweeper.sweep(new Date(removedAt.getTime() + milliseconds))
  await after(0)
  await after(59_999)
  expect(await removalsIn(database, organizationId)).toHaveLength(1)
  await after(60_000)
  expect(await removalsIn(database, organizationId)).toEqual([])
})

it('ends the claims that the member had, and none of a new membership', async () => {
  const team = await startTeam()
  const { ada, bob, cem } = team
  const claimOf = async (goalId: string) => (await ada.api.getGoal({ params: { goalId } })).goal.claim
  const [before = ''] = await publish(cem, 1)
  await cem.api.claimGoal({ params: { goalId: before }, body: {} })
  await remove(ada, cem, bob)
  clock.advance({ milliseconds: 1_000 })
  await join(ada, cem)
  const [after = ''] = await publish(cem, 1)
  await cem.api.claimGoal({ params: { goalId: after }, body: {} })
  const { claim } = (await cem.api.getGoal({ params: { goalId: after } })).goal
  await createSweeper(database).sweep(minutes(3))
  expect(await claimOf(before)).toBeNull()
  expect(await claimOf(after)).toEqual(claim)
  await finish(team)
})

describe('two sweeps at once', () => {
  it('leave the work to one of them', async () => {
    const team = await startTeam()
    const goals = await publish(team.cem, 5)
    await remove(team.ada, team.cem, team.bob)
    const sweepers = Array.from({ length: 3 }, () => createSweeper(database))
    await Promise.all(sweepers.map((sweeper) => sweeper.sweep(minutes(0))))
    expect(sweepers.flatMap(({ errors }) => errors)).toEqual([])
    await expectGivenOnce(team, goals, 'at once')
    await finish(team)
  })

  it('write nothing twice, even if the slower one has lost its claim', async () => {
    const team = await startTeam()
    const goals = await publish(team.cem, 5)
    await remove(team.ada, team.cem, team.bob)
    await overtake(database, { call: 30, at: minutes(0), laterAt: minutes(3) })
    await finish(team)
    await expectGivenOnce(team, goals, 'overtaken')
  })
})

describe('while goals are given away', () => {
  it('reports on them succeed, and edits that expect an earlier version tell of the new owner', async () => {
    const team = await startTeam()
    const { ada, bob, cem } = team
    const goals = await publish(cem, 20)
    await remove(ada, cem, bob)
    const report = (goalId: string) =>
      outcomeOf(ada.api.createGoalUpdate({ params: { goalId }, body: reportOf('Meanwhile') }))
    const [outcomes] = await Promise.all([
      Promise.all(goals.map(report)),
      createSweeper(database).sweep(minutes(0)),
    ])
    expect(new Set(outcomes)).toEqual(new Set(['ok']))
    await finish(team)
    await expectGivenOnce(team, goals, 'with reports')
    const [goalId = ''] = goals
    const { goal } = await ada.api.getGoal({ params: { goalId } })
    expect(goal).toMatchObject({ version: 3, revision: 2, ownerUserId: bob.userId })
    const late = ada.api.updateGoal({ params: { goalId }, body: { title: 'Late', expectedVersion: 1 } })
    await expect(late).rejects.toMatchObject({
      code: 'goal_version_conflict',
      addition: { conflict: { edits: [{ fields: { ownerUserId: { to: bob.userId } } }] } },
    })
    expect(await findingsIn(database)).toEqual([])
  })

  it('other requests share the database with one call at a time, and two for each goal', async () => {
    const callsFor = async (count: number) => {
      const team = await startTeam()
      await publish(team.cem, count)
      await remove(team.ada, team.cem, team.bob)
      let calls = 0
      let running = 0
      let most = 0
      const counted = watched(database, {
        before: () => {
          calls++
          running++
          most = Math.max(most, running)
        },
        after: () => {
          running--
        },
      })
      await createSweeper(counted).sweep(minutes(0))
      await finish(team)
      // The 8 partitions of the index of what is due are read at once, before; those of four statuses together.
      return { calls, most }
    }
    const few = await callsFor(10)
    const many = await callsFor(40)
    expect(many.calls - few.calls).toBe(2 * 30)
    expect(many.most).toBeLessThanOrEqual(8)
  })

  it('a goal that is assigned to the removed member by a running request is found by the last pass', async () => {
    const team = await startTeam()
    const { ada, bob, cem, organizationId } = team
    await remove(ada, cem, bob)
    await createSweeper(database).sweep(minutes(0))
    // As a request writes it that has read the membership before.
    const updatedAt = clock.timestamp
    const goal = { ownerUserId: cem.userId, status: 'active' as const, labelIds: [], updatedAt }
    await writeGoals(database, organizationId, [goal])
    await finish(team)
    expect(await ownersIn(ada)).toEqual({ [bob.userId]: 1 })
  })

  it('their receiver can be removed too: the rest goes to whoever gets the goals of that one', async () => {
    const team = await startTeam()
    const { ada, bob, cem, dora } = team
    await publish(cem, 10)
    await remove(ada, cem, bob)
    let given = 0
    const sweeper = createSweeper(
      watched(database, {
        wait: async () => {
          const { [bob.userId]: bobs = 0 } = given < 0 ? {} : await ownersIn(ada)
          if (bobs < 4) return
          given = -1
          await remove(ada, bob, dora)
        },
      }),
    )
    await sweeper.sweep(minutes(0))
    expect(given).toBe(-1)
    expect((await ownersIn(ada))[dora.userId]).toBeGreaterThan(0)
    await finish(team)
    expect(await ownersIn(ada)).toEqual({ [dora.userId]: 10 })
  })

  it('their owner can return, and keeps the rest', async () => {
    const team = await startTeam()
    const { ada, bob, cem } = team
    await publish(cem, 10)
    await remove(ada, cem, bob)
    let isBack = false
    const sweeper = createSweeper(
      watched(database, {
        wait: async () => {
          const { [bob.userId]: bobs = 0 } = isBack ? {} : await ownersIn(ada)
          if (bobs < 4) return
          isBack = true
          await join(ada, cem)
        },
      }),
    )
    await sweeper.sweep(minutes(0))
    await finish(team)
    const owners = await ownersIn(ada)
    expect(owners[bob.userId]).toBeGreaterThanOrEqual(4)
    expect(owners[cem.userId]).toBeGreaterThan(0)
    expect((owners[bob.userId] ?? 0) + (owners[cem.userId] ?? 0)).toBe(10)
    expect(await findingsIn(database)).toEqual([])
  })

  it('a chain of removals ends at the last receiver, whatever finishes first', async () => {
    const team = await startTeam()
    const { ada, bob, cem, dora } = team
    await publish(cem, 3)
    await remove(ada, cem, dora)
    await remove(ada, dora, bob)
    await remove(ada, bob, ada)
    await finish(team)
    expect(await ownersIn(ada)).toEqual({ [ada.userId]: 3 })
  })

  it('a circle of removals leaves the goals without an owner', async () => {
    const team = await startTeam()
    const { ada, cem, dora } = team
    await publish(cem, 3)
    await remove(ada, cem, dora)
    await join(ada, cem)
    await remove(ada, dora, cem)
    clock.advance({ milliseconds: 1 })
    await remove(ada, cem, null)
    await finish(team)
    expect(await ownersIn(ada)).toEqual({ nobody: 3 })
  })
})
