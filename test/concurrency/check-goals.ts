import { keyOf } from '@cairn/domain/keys'
import type { TableContent } from './read-table.ts'

type InGoal = { organizationId: string; goalId: string }

/** A goal's id with its organization's, as one text. */
export function goalReference({ organizationId, goalId }: InGoal): string {
  return `${organizationId}/${goalId}`
}

export function groupBy<T>(records: readonly T[], keyOfRecord: (record: T) => string): Map<string, T[]> {
  return Map.groupBy(records, keyOfRecord)
}

/** History, idempotency records, label assignments; and that nothing is left of a goal that does not exist. */
export function goalProblems(content: TableContent): string[] {
  const goals = new Map(content.goal.map((goal) => [goalReference(goal), goal]))
  const histories = groupBy(content.goalUpdate, goalReference)
  const usedKeys = groupBy(content.goalUpdateKey, goalReference)
  const assignments = groupBy(content.goalLabelAssignment, goalReference)
  const problems: string[] = []

  for (const [kind, groups] of Object.entries({ histories, usedKeys, assignments })) {
    for (const reference of groups.keys()) {
      if (!goals.has(reference)) problems.push(`${kind} of goal ${reference}, which does not exist`)
    }
  }
  const organizations = new Set(content.organization.map(({ organizationId }) => organizationId))
  for (const [reference, goal] of goals) {
    if (!organizations.has(goal.organizationId)) problems.push(`goal ${reference} has no organization`)

    const history = (histories.get(reference) ?? []).toSorted((a, b) => a.revision - b.revision)
    const revisions = history.map(({ revision }) => revision)
    const gapless = Array.from({ length: goal.revision }, (_, index) => index + 1)
    if (String(revisions) !== String(gapless)) {
      problems.push(`goal ${reference} is at revision ${goal.revision}, its history has ${revisions}`)
    }
    const last = history.at(-1)
    if (last && last.status !== goal.status) {
      problems.push(`goal ${reference} is ${goal.status}, its last report says ${last.status}`)
    }
    if ((goal.status === 'completed' || goal.status === 'archived') && goal.health !== undefined) {
      problems.push(`goal ${reference} is ${goal.status} and has a health`)
    }

    const keys = usedKeys.get(reference) ?? []
    for (const key of keys) {
      const entry = history.find(({ revision }) => revision === key.revision)
      if (!entry || keyOf(entry.idempotencyKey) !== key.idempotencyKeyHash) {
        problems.push(`a used key of goal ${reference} points at no entry of its history`)
      }
    }
    // Publishing is no report and uses no key.
    if (keys.length !== goal.revision - 1) {
      problems.push(`goal ${reference} has ${goal.revision - 1} reports and ${keys.length} used keys`)
    }

    const assigned = assignments.get(reference) ?? []
    const assignedIds = assigned.map(({ labelId }) => labelId).toSorted()
    if (String(assignedIds) !== String(goal.labelIds.toSorted())) {
      problems.push(`goal ${reference} names labels ${goal.labelIds}, its assignments ${assignedIds}`)
    }
    for (const { labelId, updatedAt } of assigned) {
      if (updatedAt !== goal.updatedAt) {
        problems.push(
          `goal ${reference} was updated at ${goal.updatedAt}, in label ${labelId} at ${updatedAt}`,
        )
      }
    }
  }
  return problems
}
