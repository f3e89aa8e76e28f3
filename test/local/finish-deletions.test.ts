import { checkTable } from '@cairn/domain/check-integrity/check-table'
import type { Database } from '@cairn/domain/database/client'
import { findOrphanedGoals } from '@cairn/domain/goals/cleanup/find-orphaned-goals'
import { readGoalPartition } from '@cairn/domain/goals/cleanup/goal-partition'
import { goalKeyOf, goalRowEntity } from '@cairn/domain/table/entities/goals/goal-row'
import { type LocalService, startLocalService } from '@cairn/local/service'
import { beforeEach, expect, it } from 'vitest'
import { signIn } from '../support/people/sign-in.ts'
import { machineForEachTest } from '../support/service/machine.ts'
import { takeAwayRecord } from '../support/table/write-records.ts'

const machine = machineForEachTest()
const lines: string[] = []

beforeEach(() => {
  lines.length = 0
})

async function withService<T>(use: (service: LocalService, database: Database) => Promise<T>): Promise<T> {
  const service = await startLocalService({
    port: 0,
    dataDirectory: machine.directory,
    environment: { NODE_ENV: 'test' },
    writeLine: (line) => lines.push(line),
    report: (sentence) => lines.push(sentence),
  })
  try {
    return await use(service, service.database)
  } finally {
    await service.stop()
  }
}

async function collected<T>(pages: AsyncIterable<T[]>): Promise<T[]> {
  const all: T[] = []
  for await (const page of pages) all.push(...page)
  return all
}

it('removes orphaned records of a deleted goal at the start after a kill, and nothing else', async () => {
  const left = await withService(async (service, database) => {
    const { api } = await signIn({ ...service, lines }, { email: 'ada@example.com', displayName: 'Ada' })
    const { label } = await api.createGoalLabel({ body: { name: 'Quality' } })
    const [deleted, kept] = await Promise.all(
      ['Soon gone', 'Kept'].map(async (title) => {
        const { goal } = await api.createGoal({
          body: { title, detailedDescription: 'x'.repeat(1_000), timeframe: { kind: 'continuous' } },
        })
        for (let revision = 1; revision <= 4; revision++) {
          await api.createGoalUpdate({
            params: { goalId: goal.id },
            body: {
              status: 'active',
              summary: 'On the way',
              // Two pages of the scan for each goal.
              details: 'x'.repeat(200_000),
              expectedRevision: revision,
              idempotencyKey: `report-${revision}`,
            },
          })
        }
        return goal
      }),
    )
    if (!deleted || !kept) throw new Error('no goals')
    await api.updateGoal({ params: { goalId: kept.id }, body: { labelIds: [label.id] } })
    expect(await collected(findOrphanedGoals(database))).toEqual([])
    // A crash right after the transaction of the deletion.
    const { organizationId, id: goalId } = deleted
    await takeAwayRecord(database, goalRowEntity, goalKeyOf({ organizationId, goalId }))
    expect(await collected(findOrphanedGoals(database))).toEqual([{ organizationId, goalId }])
    return { organizationId, goalId }
  })

  await withService(async (_service, database) => {
    await expect
      .poll(async () => (await readGoalPartition(database, left.organizationId, left.goalId)).keys, {
        timeout: 10_000,
      })
      .toEqual([])
    const findings = []
    for await (const finding of checkTable(database)) findings.push(finding)
    expect(findings).toEqual([])
  })
  expect(lines.some((line) => line.includes('cleaned up a deleted goal') && line.includes(left.goalId))).toBe(
    true,
  )
})

it('stops quietly if the service stops at once', async () => {
  await withService(async () => undefined)
  expect(lines.filter((line) => line.includes('cleanup of deleted goals failed'))).toEqual([])
})
