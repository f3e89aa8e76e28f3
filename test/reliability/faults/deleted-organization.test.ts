import { entityNames } from '@cairn/domain/storage/table/entities'
import { expect, test } from 'vitest'
import { deleteOrganization, handleChanges, leftOf } from '../../background/due/support/deletion.ts'
import { countAtOnce, createSweeper, watched } from '../../background/due/support/sweeper.ts'
import { findingsIn, publish, startWithTeams } from '../../background/due/support/team.ts'
import { join } from '../../support/people/invite.ts'
import { proxied } from '../../support/service/proxied.ts'
import { writeGoals } from '../../support/table/bulk-goals.ts'
import { readTable } from '../../support/table/read-table.ts'

const { clock, service, database, startTeam } = await startWithTeams()
const minutes = (count: number) => new Date(clock.read().getTime() + count * 60_000)

test('deleting 10,000 goals and 200 members by processes that are killed leaves nothing and touches nothing else', async () => {
  const team = await startTeam()
  const other = await startTeam()
  await publish(other.cem, 20)
  for (let number = 0; number < 196; number++) {
    const email = `member${number}@example.com`
    const member = proxied(service, { id: `proxy:${email}`, displayName: `M ${number}`, email }, clock.read)
    await join(team.ada, member)
  }
  await writeGoals(
    database,
    team.organizationId,
    Array.from({ length: 10_000 }, (_, index) => ({
      ownerUserId: team.cem.userId,
      status: index % 5 === 0 ? ('paused' as const) : ('active' as const),
      labelIds: [],
      updatedAt: clock.timestamp,
    })),
  )
  const before = await other.ada.api.listGoals()
  await deleteOrganization(team)

  const count = async () => {
    const content = await readTable(database)
    return entityNames.reduce((sum, name) => sum + content[name].length, 0)
  }
  let left = await count()
  for (let kill = 0; kill < 4; kill++) {
    const dying = createSweeper(
      watched(database, {
        before: (call) => {
          if (call > 2_000 + 311 * kill) throw new Error('killed')
        },
      }),
    )
    await dying.sweep(minutes(1 + 3 * kill)).catch(() => undefined)
    const now = await count()
    expect(now).toBeLessThan(left)
    left = now
    expect(await findingsIn(database)).toEqual([])
  }
  await handleChanges(database, clock.read)
  const calls = countAtOnce()
  const sweeper = createSweeper(watched(database, calls))
  await sweeper.sweep(minutes(20))
  for (const later of [23, 26]) await sweeper.sweep(minutes(later))
  expect(await leftOf(database, team)).toEqual([])
  expect(await findingsIn(database)).toEqual([])
  expect(await other.ada.api.listGoals()).toEqual(before)
  // So others always get their turn: `test/benchmarks/README.md` has how long they wait.
  expect(calls.most()).toBeLessThanOrEqual(8)
}, 300_000)
