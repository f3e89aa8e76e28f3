import type { Database } from '@cairn/domain/database'
import { goalEntity } from '@cairn/domain/table/goal'
import { goalLabelEntity } from '@cairn/domain/table/goal-label'
import { goalLabelAssignmentEntity } from '@cairn/domain/table/goal-label-assignment'
import { membershipEntity } from '@cairn/domain/table/membership'
import type { TableContent } from './read-table.ts'

/** That records stand in their indexes where their content says: a list would lose or misplace them elsewise. */
export function indexProblems(content: TableContent, database: Database): string[] {
  const goals = goalEntity(database)
  const labels = goalLabelEntity(database)
  const assignments = goalLabelAssignmentEntity(database)
  const memberships = membershipEntity(database)
  return [
    ...content.goal.flatMap((stored) => misplaced(stored, goals.put(stored).params())),
    ...content.goalLabel.flatMap((stored) => misplaced(stored, labels.put(stored).params())),
    ...content.goalLabelAssignment.flatMap((stored) => misplaced(stored, assignments.put(stored).params())),
    ...content.membership.flatMap((stored) => misplaced(stored, memberships.put(stored).params())),
  ]
}

/** @param put  Parameters of a put of the same content. */
function misplaced(stored: Record<string, unknown>, put: object): string[] {
  const { Item } = put as { Item: Record<string, unknown> }
  return Object.keys(Item)
    .filter((name) => /^(gsi\d)?[ps]k$/.test(name) && Item[name] !== stored[name])
    .map(
      (name) =>
        `${stored.__edb_e__} ${stored.pk} ${stored.sk} has ${name} ${stored[name]}, not ${Item[name]}`,
    )
}
