import { isDeepStrictEqual } from 'node:util'
import { unchangedGoal } from '../../../goals/record/goal-conditions.ts'
import { changedTimerAt, upcomingMoments } from '../../../goals/record/goal-timer.ts'
import { wordsOfGoal } from '../../../goals/record/write-goal.ts'
import { postingChanges, writePostings } from '../../../goals/search/postings.ts'
import { writeBatches } from '../../../storage/database/batch-write.ts'
import { queryAllRecords } from '../../../storage/database/query-records.ts'
import { readRecord } from '../../../storage/database/read-record.ts'
import { timerOf } from '../../../storage/table/entities/due/due-index.ts'
import { type GoalTimerRecord, goalTimerEntity } from '../../../storage/table/entities/due/goal-timer.ts'
import { goalPostingEntity } from '../../../storage/table/entities/goals/goal-posting.ts'
import {
  decodeRow,
  encodeRow,
  type GoalRow,
  goalKeyOf,
  goalLabelRowEntity,
} from '../../../storage/table/entities/goals/goal-row.ts'
import { goalTextEntity } from '../../../storage/table/entities/goals/goal-text.ts'
import { goalWordsEntity, wordsIn } from '../../../storage/table/entities/goals/goal-words.ts'
import { keyOfRecord, type TransactionItem } from '../../../storage/table/entity.ts'
import { longId, shortId } from '../../../storage/table/short-id.ts'
import type { Repair, RepairStep } from '../../step.ts'

/** Rewrites what follows from a goal's row and its texts: words, copies for labels, and the timer. */
export const goalStep: RepairStep = {
  name: 'goals',
  see: {
    async goalRow(repair, record) {
      const row = decodeRow(record)
      await repairWords(repair, row)
      await repairLabelRows(repair, row)
      await repairTimer(repair, row)
    },
    /** One under the key of another one hides it. The second round adds those that are missing. */
    async goalPosting(repair, record) {
      const { pk, sk } = record
      const expected = keyOfRecord(goalPostingEntity, record)
      if (pk === expected.pk && sk === expected.sk) return
      await repair.run('postings removed', () =>
        writeBatches(repair.database, [{ DeleteRequest: { Key: { pk, sk } } }]),
      )
    },
  },
}

async function repairWords(repair: Repair, row: GoalRow): Promise<void> {
  const { database } = repair
  const key = goalKeyOf(row)
  const [text, stored] = await Promise.all([
    readRecord(database, goalTextEntity, { ...key, version: row.textVersion }),
    readRecord(database, goalWordsEntity, key),
  ])
  // Without its texts, the goal is broken, and only a backup helps.
  if (!text) return
  const words = wordsOfGoal(row, text)
  if (stored?.words === words.join(' ')) return
  await repair.write('words of goals written', {
    goal: unchangedGoal(row),
    words: { Put: goalWordsEntity.put({ ...key, words: words.join(' ') }) },
  })
  // Those that it needs are added in the second round, together with those of all other goals.
  const { removed } = postingChanges(stored ? wordsIn(stored) : [], words)
  if (removed.length > 0 && !repair.isDryRun) await writePostings(database, key, { added: [], removed })
}

async function repairLabelRows(repair: Repair, row: GoalRow): Promise<void> {
  const key = goalKeyOf(row)
  const stored = await queryAllRecords(repair.database, goalLabelRowEntity, 'record', key, {
    consistent: true,
  })
  const record = encodeRow(row)
  const isCopy = ({ labelKey: _, ...copy }: (typeof stored)[number]) => isDeepStrictEqual(copy, record)
  const kept = new Set(stored.filter(isCopy).map(({ labelKey }) => longId(labelKey)))
  const missing = row.labelIds.filter((labelId) => !kept.has(labelId))
  const surplus = stored.filter(({ labelKey }) => !row.labelIds.includes(longId(labelKey)))
  if (missing.length > 0) {
    const writes = missing.map((labelId): [string, TransactionItem] => [
      labelId,
      { Put: goalLabelRowEntity.put({ ...record, labelKey: shortId(labelId) }) },
    ])
    await repair.write(
      'copies of goals for labels written',
      { ...Object.fromEntries(writes), goal: unchangedGoal(row) },
      missing.length,
    )
  }
  for (const { labelKey } of surplus) {
    await repair.write('copies of goals for labels removed', {
      goal: unchangedGoal(row),
      copy: { Delete: goalLabelRowEntity.delete({ ...key, labelKey }) },
    })
  }
}

async function repairTimer(repair: Repair, row: GoalRow): Promise<void> {
  const { database, now } = repair
  const key = goalKeyOf(row)
  const stored = await readRecord(database, goalTimerEntity, key)
  const dueAt = stored ? lateDueAt(stored, row) : changedTimerAt(undefined, row, now.getTime())
  if (dueAt === undefined) return
  const timer = timerOf(key.goalKey, dueAt)
  const { timer: state, dueAt: at, dueShard } = stored ?? {}
  await repair.write('timers of goals set', {
    goal: unchangedGoal(row),
    timer: stored
      ? {
          Update: goalTimerEntity
            .patch(key)
            .set(timer)
            .where((record, { eq }) =>
              [
                eq(record.timer, state ?? ''),
                eq(record.dueAt, at ?? 0),
                eq(record.dueShard, dueShard ?? 0),
              ].join(' AND '),
            ),
        }
      : { Put: goalTimerEntity.create({ ...key, ...timer, since: now.getTime() }) },
  })
}

/** Returns the right due time of a timer that is due too late, never, or in the wrong shard; undefined if it is right. */
function lateDueAt(stored: GoalTimerRecord, row: GoalRow): number | undefined {
  // One that has failed waits for longer.
  if (stored.failedAttempts !== undefined) return undefined
  const next = Math.min(...upcomingMoments(row, stored.since))
  const firesAt = stored.timer === 'on' ? stored.dueAt : Number.POSITIVE_INFINITY
  if (next < firesAt) return next
  const { dueShard } = timerOf(stored.goalKey, stored.dueAt)
  return stored.timer === 'on' && stored.dueShard !== dueShard ? stored.dueAt : undefined
}
