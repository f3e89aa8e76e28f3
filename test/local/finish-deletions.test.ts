import { callerOfSession } from '@cairn/domain/access'
import { readChanges } from '@cairn/domain/changes/queue'
import { recordEvents } from '@cairn/domain/changes/record-events'
import { checkTable } from '@cairn/domain/check-integrity/check-table'
import type { Database } from '@cairn/domain/database/client'
import { transact } from '@cairn/domain/database/transaction'
import { readFeed } from '@cairn/domain/events/feed/read-feed'
import { deletionEvent } from '@cairn/domain/events/goal-events'
import { findOrphanedGoals } from '@cairn/domain/goals/cleanup/find-orphaned-goals'
import { readGoalPartition } from '@cairn/domain/goals/cleanup/goal-partition'
import { mayHaveOrphans, writeLayout } from '@cairn/domain/migration/layout'
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
    lastCall: 0,
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

/** So many make a goal two pages of a scan. */
const twoPagesOfReports = 4

/** Publishes a goal with a long history and deletes its row, as a crash right after the transaction of the deletion. */
async function leaveOrphans(
  service: LocalService,
  reports: number,
): Promise<{ organizationId: string; goalId: string; keptId: string }> {
  const { database } = service
  const { api } = await signIn({ ...service, lines }, { email: 'ada@example.com', displayName: 'Ada' })
  const { label } = await api.createGoalLabel({ body: { name: 'Quality' } })
  const [deleted, kept] = await Promise.all(
    ['Soon gone', 'Kept'].map(async (title) => {
      const { goal } = await api.createGoal({
        body: { title, detailedDescription: 'x'.repeat(1_000), timeframe: { kind: 'continuous' } },
      })
      for (let revision = 1; revision <= reports; revision++) {
        await api.createGoalUpdate({
          params: { goalId: goal.id },
          body: {
            status: 'active',
            summary: 'On the way',
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
  const { organizationId, id: goalId } = deleted
  expect(await collected(findOrphanedGoals(database))).toEqual([])
  await takeAwayRecord(database, goalRowEntity, goalKeyOf({ organizationId, goalId }))
  expect(await collected(findOrphanedGoals(database))).toEqual([{ organizationId, goalId }])
  return { organizationId, goalId, keptId: kept.id }
}

/** Takes away the row of the other goal, and starts and stops once more: only a scan could find what is left of it. */
async function expectNoScan(left: { organizationId: string; keptId: string }) {
  const other = { organizationId: left.organizationId, goalId: left.keptId }
  await withService((_, database) => takeAwayRecord(database, goalRowEntity, goalKeyOf(other)))
  await withService(async () => undefined)
  await withService(async (_, database) => {
    expect(await collected(findOrphanedGoals(database))).toEqual([other])
  })
}

async function expectCleanUp(database: Database, left: { organizationId: string; goalId: string }) {
  const keys = async () => (await readGoalPartition(database, left.organizationId, left.goalId)).keys
  await expect.poll(keys).toEqual([])
  expect(lines.some((line) => line.includes('cleaned up a deleted goal') && line.includes(left.goalId))).toBe(
    true,
  )
}

it('removes what an earlier version left of deletions at the first start of this one, and never again', async () => {
  const left = await withService(async (service, database) => {
    const orphans = await leaveOrphans(service, twoPagesOfReports)
    // Earlier versions recorded the layout without it.
    await writeLayout(database)
    return orphans
  })
  await withService(async (_, database) => {
    await expectCleanUp(database, left)
    await expect.poll(() => mayHaveOrphans(database)).toBe(false)
    const findings = []
    for await (const finding of checkTable(database)) findings.push(finding)
    expect(findings).toEqual([])
  })
  await expectNoScan(left)
})

it('finishes a deletion whose process was killed, without a scan', async () => {
  const left = await withService(async (service, database) => {
    const orphans = await leaveOrphans(service, 1)
    const { organizationId, goalId } = orphans
    const cause = { by: callerOfSession('ada', organizationId), now: new Date() }
    const events = [deletionEvent(cause, { goalId, title: 'Soon gone' })]
    // Without the process noticing it: it was killed.
    const change = recordEvents(database, { organizationId, events, deletedGoalId: goalId })
    await transact({ ...database, onChange: undefined }, { change })
    return orphans
  })
  await withService(async (_, database) => {
    await expectCleanUp(database, left)
    const { events } = await readFeed(database, left.organizationId, { order: 'desc', limit: 1 })
    expect(events).toMatchObject([{ event: { type: 'goal.deleted', goal: { id: left.goalId } } }])
    await expect.poll(() => readChanges(database, 10)).toEqual([])
  })
  await expectNoScan(left)
})

it('stops quietly if the service stops at once', async () => {
  await withService(async () => undefined)
  expect(lines.filter((line) => line.includes('cleanup of deleted goals failed'))).toEqual([])
})
