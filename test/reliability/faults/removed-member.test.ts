import { expect, test } from 'vitest'
import { countAtOnce, createSweeper, watched } from '../../background/due/support/sweeper.ts'
import {
  findingsIn,
  ownersIn,
  removalsIn,
  remove,
  startWithTeams,
} from '../../background/due/support/team.ts'
import { writeGoals } from '../../support/table/bulk-goals.ts'

const { clock, database, startTeam } = await startWithTeams()
const minutes = (count: number) => new Date(clock.read().getTime() + count * 60_000)

test('giving 5,000 goals away by one process after another that is killed leaves none behind, and touches no other', async () => {
  const team = await startTeam()
  const { ada, bob, cem, dora, organizationId } = team
  const updatedAt = clock.timestamp
  const goalsOf = (ownerUserId: string, count: number) =>
    Array.from({ length: count }, (_, index) => ({
      ownerUserId,
      status: index % 5 === 0 ? ('paused' as const) : ('active' as const),
      labelIds: [],
      updatedAt,
    }))
  await writeGoals(database, organizationId, goalsOf(cem.userId, 5_000))
  const [doras = ''] = await writeGoals(database, organizationId, goalsOf(dora.userId, 20))
  const before = await ada.api.getGoal({ params: { goalId: doras } })
  await remove(ada, cem, bob)

  const left: number[] = []
  for (let kill = 0; kill < 4; kill++) {
    const dying = createSweeper(
      watched(database, {
        before: (call) => {
          if (call > 1_500 + 311 * kill) throw new Error('killed')
        },
      }),
    )
    await dying.sweep(minutes(3 * kill)).catch(() => undefined)
    left.push((await ownersIn(ada))[cem.userId] ?? 0)
  }
  expect(left).toEqual(left.toSorted((one, two) => two - one))
  expect(new Set(left).size).toBe(4)
  clock.advance({ milliseconds: 12 * 60_000 })
  const calls = countAtOnce()
  const sweeper = createSweeper(watched(database, calls))
  for (let round = 0; (await removalsIn(database, organizationId)).length > 0; round++) {
    await sweeper.sweep(minutes(3 * round))
    expect(round).toBeLessThan(10)
  }
  clock.advance({ milliseconds: 60 * 60_000 })
  expect(await ownersIn(ada)).toEqual({ [bob.userId]: 5_000, [dora.userId]: 20 })
  expect(await ada.api.getGoal({ params: { goalId: doras } })).toEqual(before)
  expect(await findingsIn(database)).toEqual([])
  // So others always get their turn: `test/benchmarks/README.md` has how long they wait.
  expect(calls.most()).toBeLessThanOrEqual(8)
}, 300_000)
