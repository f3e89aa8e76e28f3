import type { GoalEdit } from '@cairn/contract/schemas/goals/goal-history'
import { changedFields, type GoalField, type GoalValues, withField, withStored } from '../form/goal-values.ts'

/** The form's values after the edits of others, oldest first. */
export function withEdits(values: GoalValues, edits: readonly Pick<GoalEdit, 'fields'>[]): GoalValues {
  return edits.reduce((after, { fields }) => {
    const stored = Object.entries(fields).map(([name, { to }]) => [name, to])
    return withStored(after, Object.fromEntries(stored))
  }, values)
}

export type Merge = {
  /** Both people's changes. Where they changed the same field differently, it has mine. */
  merged: GoalValues
  /** The fields that both changed differently, so that somebody has to choose. */
  overlaps: GoalField[]
}

/** Merges my changes to `base` with theirs, field by field, and in lists row by row. */
export function mergeEdits(base: GoalValues, mine: GoalValues, theirs: GoalValues): Merge {
  const changedByMe = changedFields(base, mine)
  const differing = changedFields(mine, theirs)
  const overlaps: GoalField[] = []
  let merged = mine
  for (const field of changedFields(base, theirs)) {
    if (!differing.includes(field) || !changedByMe.includes(field)) merged = withField(merged, field, theirs)
    else {
      const rows = mergedRows(field, base, mine, theirs)
      if (rows) merged = { ...merged, ...rows }
      else overlaps.push(field)
    }
  }
  return { merged, overlaps }
}

/** Lists can be merged unless both changed the same row. */
function mergedRows(
  field: GoalField,
  base: GoalValues,
  mine: GoalValues,
  theirs: GoalValues,
): Partial<GoalValues> | undefined {
  if (field === 'criteria') {
    const criteria = mergeRows(base.criteria, mine.criteria, theirs.criteria)
    return criteria && { criteria }
  }
  if (field === 'measures') {
    const measures = mergeRows(base.measures, mine.measures, theirs.measures)
    return measures && { measures }
  }
  if (field === 'labelIds' || field === 'blockedByGoalIds') {
    const rowsOf = (values: GoalValues) => values[field].map((key) => ({ key }))
    const ids = mergeRows(rowsOf(base), rowsOf(mine), rowsOf(theirs))
    return ids && { [field]: ids.map(({ key }) => key) }
  }
  return undefined
}

/** My rows in my order, with their changes, and their new rows at the end. Undefined if both changed the same row. */
function mergeRows<Row extends { key: string }>(
  base: readonly Row[],
  mine: readonly Row[],
  theirs: readonly Row[],
): Row[] | undefined {
  const isSame = (one: Row | undefined, other: Row | undefined) =>
    JSON.stringify(one) === JSON.stringify(other)
  const rowIn = (rows: readonly Row[], key: string) => rows.find((row) => row.key === key)
  const merged: Row[] = []
  for (const { key } of [...mine, ...theirs.filter((row) => !rowIn(mine, row.key))]) {
    const [before, here, there] = [rowIn(base, key), rowIn(mine, key), rowIn(theirs, key)]
    if (!isSame(here, there) && !isSame(before, here) && !isSame(before, there)) return undefined
    const row = isSame(before, here) ? there : here
    if (row) merged.push(row)
  }
  return merged
}
