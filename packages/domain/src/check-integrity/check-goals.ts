import type { GoalUpdate } from '@cairn/contract/schemas/goals'
import { keyOf } from '../database/keys.ts'
import type { RecordKey } from '../database/read-record.ts'
import { healthAfterReport, ownerKeyOf } from '../goals/rules.ts'
import type { StoredRecord } from '../table/entities.ts'
import { byPartition, type Check, type Report } from './finding.ts'

type Goal = Omit<StoredRecord<'goal'>, 'detailedDescription' | 'criteria'>

/** The part of a history entry that is compared with the goal. */
type Entry = RecordKey &
  Pick<StoredRecord<'goalUpdate'>, 'revision' | 'status' | 'health' | 'evaluation'> & { keyHash: string }

type Partition = {
  /** Organization and goal, as shown in findings. */
  name: string
  goal: Goal | undefined
  entries: Entry[]
  keys: (RecordKey & { revision: number; hash: string })[]
  assignments: (RecordKey & { labelId: string; updatedAt: string })[]
}

/** Checks a goal against its history, used idempotency keys and label assignments, which are in the same partition. */
export function checkGoals(report: Report): Check {
  return byPartition<Partition>({
    begin: () => ({ name: '', goal: undefined, entries: [], keys: [], assignments: [] }),
    see: gather,
    end: (partition) => {
      const { goal, entries, keys, assignments } = partition
      const first = entries[0] ?? keys[0] ?? assignments[0]
      if (goal) {
        checkHistory(report, partition, goal)
        checkUsedKeys(report, partition, goal)
        checkAssignments(report, partition, goal)
        if (goal.ownerKey !== ownerKeyOf(goal.ownerUserId)) {
          report('broken', goal, `goal ${partition.name} is listed under the key of another owner`)
        }
      } else if (first) {
        const parts = `${entries.length} history entries, ${keys.length} used keys, ${assignments.length} label assignments`
        report('orphaned', first, `${parts} of goal ${partition.name}, which does not exist`)
      }
    },
  })
}

function gather(partition: Partition, record: StoredRecord): void {
  const { pk, sk } = record
  switch (record.__edb_e__) {
    case 'goal': {
      const { detailedDescription: _, criteria: __, ...goal } = record
      partition.goal = goal
      break
    }
    case 'goalUpdate': {
      const { revision, status, health, evaluation } = record
      partition.entries.push({
        pk,
        sk,
        revision,
        status,
        health,
        evaluation,
        keyHash: keyOf(record.idempotencyKey),
      })
      break
    }
    case 'goalUpdateKey':
      partition.keys.push({ pk, sk, revision: record.revision, hash: record.idempotencyKeyHash })
      break
    case 'goalLabelAssignment':
      partition.assignments.push({ pk, sk, labelId: record.labelId, updatedAt: record.updatedAt })
      break
    default:
      return
  }
  partition.name = `${record.organizationId}/${record.goalId}`
}

/** Checks that the history has every revision from 1 to the goal's, and that its reports result in the goal's state. */
function checkHistory(report: Report, { name, entries }: Partition, goal: Goal): void {
  const history = entries.toSorted((left, right) => left.revision - right.revision)
  const isGapless =
    history.length === goal.revision && history.every(({ revision }, index) => revision === index + 1)
  if (!isGapless) {
    const revisions = history.map(({ revision }) => revision)
    report(
      'broken',
      goal,
      `goal ${name} is at revision ${goal.revision}, but its history has revisions ${shortened(revisions)}`,
    )
    return
  }
  const last = history.at(-1)
  if (last && last.status !== goal.status) {
    report('broken', goal, `goal ${name} is ${goal.status}, but its last report says ${last.status}`)
  }
  let health: Goal['health']
  let evaluation: GoalUpdate['evaluation'] | undefined
  for (const entry of history) {
    health = healthAfterReport(health, entry)
    evaluation = entry.evaluation ?? evaluation
  }
  if (goal.health !== health) {
    report(
      'broken',
      goal,
      `goal ${name} has health ${goal.health ?? 'none'}, but its history says ${health ?? 'none'}`,
    )
  }
  if (textOf(goal.currentEvaluation) !== textOf(evaluation)) {
    report(
      'broken',
      goal,
      `goal ${name} has evaluation ${textOf(goal.currentEvaluation)}, but its history says ${textOf(evaluation)}`,
    )
  }
}

function textOf(evaluation: GoalUpdate['evaluation'] | undefined): string {
  return evaluation ? `${evaluation.result} as of ${evaluation.asOf}` : 'none'
}

/** Checks that every report has one used key. Publishing uses none. */
function checkUsedKeys(report: Report, { name, entries, keys }: Partition, goal: Goal): void {
  const hashes = new Map(entries.map(({ revision, keyHash }) => [revision, keyHash]))
  for (const key of keys) {
    if (key.revision < 2 || hashes.get(key.revision) !== key.hash) {
      report('broken', key, `a used idempotency key of goal ${name} does not match its history`)
    }
  }
  if (keys.length !== goal.revision - 1) {
    report(
      'broken',
      goal,
      `goal ${name} has ${goal.revision - 1} reports, but ${keys.length} used idempotency keys`,
    )
  }
}

function checkAssignments(report: Report, { name, assignments }: Partition, goal: Goal): void {
  const assigned = assignments.map(({ labelId }) => labelId).toSorted()
  if (String(assigned) !== String(goal.labelIds.toSorted())) {
    report('broken', goal, `goal ${name} has labels ${goal.labelIds}, but its assignments have ${assigned}`)
  }
  for (const assignment of assignments) {
    const { labelId, updatedAt } = assignment
    if (updatedAt !== goal.updatedAt) {
      report(
        'broken',
        assignment,
        `goal ${name} was updated at ${goal.updatedAt}, but its assignment of label ${labelId} says ${updatedAt}`,
      )
    }
  }
}

const shownRevisions = 20

function shortened(revisions: readonly number[]): string {
  const more = revisions.length - shownRevisions
  return more > 0 ? `${revisions.slice(0, shownRevisions)} and ${more} more` : `${revisions}`
}
