import { foldedName, keyOf } from '@cairn/domain/keys'
import type { TableContent } from './read-table.ts'

/** Use counts, and names with their markers. */
export function labelProblems(content: TableContent): string[] {
  const reference = ({ organizationId, labelId }: { organizationId: string; labelId: string }) =>
    `${organizationId}/${labelId}`
  const labels = new Map(content.goalLabel.map((label) => [reference(label), label]))
  const problems: string[] = []

  const uses = new Map<string, number>()
  for (const { organizationId, labelIds } of content.goal) {
    for (const labelId of labelIds) {
      const used = reference({ organizationId, labelId })
      uses.set(used, (uses.get(used) ?? 0) + 1)
      if (!labels.has(used)) problems.push(`a goal carries label ${used}, which does not exist`)
    }
  }
  const markers = Map.groupBy(content.goalLabelName, reference)
  for (const [id, label] of labels) {
    const carriers = uses.get(id) ?? 0
    if (label.useCount !== carriers) {
      problems.push(`label ${id} counts ${label.useCount} goals, ${carriers} carry it`)
    }
    const names = markers.get(id) ?? []
    if (names.length !== 1 || names[0]?.nameKey !== keyOf(foldedName(label.name))) {
      problems.push(`label ${id}, "${label.name}", has ${names.length} name markers or another's`)
    }
  }
  for (const id of markers.keys()) {
    if (!labels.has(id)) problems.push(`a name is taken by label ${id}, which does not exist`)
  }
  return problems
}
