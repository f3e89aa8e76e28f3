import { isDeepStrictEqual } from 'node:util'
import { reportKeyHash } from '../../goals/history/create-goal-update.ts'
import { encodeRow, ownerKeyOf } from '../../storage/table/entities/goals/goal-row.ts'
import { longId } from '../../storage/table/short-id.ts'
import { byPartition, type Check, type Report } from '../finding.ts'
import { checkAcknowledgements } from './check-acknowledgements.ts'
import { checkGoalTimer } from './check-goal-timer.ts'
import { checkHistory } from './check-history.ts'
import { checkOutcome } from './check-outcome.ts'
import { checkTextWords } from './check-text-words.ts'
import { emptyPartition, type GoalPartition, gather, type Partition } from './partition.ts'
import { plain } from './plain.ts'

/** Checks a goal against everything in its partition: history, texts, standing, acknowledgements, used keys and labels. */
export function checkGoals(report: Report, now: Date): Check {
  const textWords = checkTextWords(report)
  const partitions = byPartition<Partition>({
    begin: emptyPartition,
    see: gather,
    end: (partition) => {
      const { goal, name } = partition
      if (!goal) {
        reportOrphans(report, partition)
        return
      }
      const whole = { ...partition, goal }
      if (checkHistory(report, whole)) checkOutcome(report, whole)
      checkAcknowledgements(report, whole)
      checkUsedKeys(report, whole)
      checkLabelRows(report, whole)
      checkGoalTimer(report, whole, now)
      textWords.check(whole)
      if (goal.ownerKey !== ownerKeyOf(goal.row.ownerUserId)) {
        report('broken', goal, `goal ${name} is listed under the key of another owner`)
      }
    },
  })
  return {
    see(record) {
      textWords.see(record)
      partitions.see(record)
    },
    end() {
      partitions.end()
      textWords.end()
    },
  }
}

function reportOrphans(report: Report, partition: Partition): void {
  const { name, standing, words, texts, reports, edits, usedKeys, labelRows, goalTimer } = partition
  const { acknowledgements, acknowledgementCounts, places, questions, conversation } = partition
  const records = [
    ...acknowledgements,
    ...acknowledgementCounts,
    ...edits,
    ...usedKeys,
    ...labelRows,
    ...places,
    ...questions,
    ...conversation,
    ...reports,
    ...texts,
    ...(standing ? [standing] : []),
    ...(words ? [words] : []),
    ...(partition.textWords ? [partition.textWords] : []),
    ...(goalTimer ? [goalTimer] : []),
  ]
  const [first] = records
  if (!first) return
  report('orphaned', first, `${records.length} records of goal ${name}, which does not exist`)
}

/** Checks that every report has one used key. Publishing uses none. */
function checkUsedKeys(report: Report, { name, goal, reports, usedKeys }: GoalPartition): void {
  const hashes = new Map(
    reports.map(({ revision, content }) => [revision, reportKeyHash(content.idempotencyKey)]),
  )
  for (const key of usedKeys) {
    if (key.revision < 2 || hashes.get(key.revision) !== key.keyHash) {
      report('broken', key, `a used idempotency key of goal ${name} does not match its history`)
    }
  }
  const { revision } = goal.row
  if (usedKeys.length !== revision - 1) {
    report(
      'broken',
      goal,
      `goal ${name} has ${revision - 1} reports, but ${usedKeys.length} used idempotency keys`,
    )
  }
}

/** Checks that each label of the goal has a copy of its row, and no other label has one. */
function checkLabelRows(report: Report, { name, goal, labelRows }: GoalPartition): void {
  const copied = labelRows.map(({ labelKey }) => longId(labelKey)).toSorted()
  const { labelIds } = goal.row
  if (String(copied) !== String(labelIds.toSorted())) {
    report('broken', goal, `goal ${name} has labels ${labelIds}, but copies of its row for ${copied}`)
  }
  const expected = plain(encodeRow(goal.row))
  for (const copy of labelRows) {
    const { labelKey, organizationKey, goalKey, status, ownerKey, updatedAt, version, content } = copy
    const { confirmationVersion } = copy
    const row = plain({
      organizationKey,
      goalKey,
      status,
      ownerKey,
      updatedAt,
      version,
      confirmationVersion,
      content,
    })
    if (!isDeepStrictEqual(row, expected)) {
      report('broken', copy, `the copy of goal ${name} for label ${longId(labelKey)} differs from its row`)
    }
  }
}
