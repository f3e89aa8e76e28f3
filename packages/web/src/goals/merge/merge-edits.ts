import type { EditedFields, GoalEdit } from '@cairn/contract/schemas/goal-history'
import {
  cadenceOf,
  changedFields,
  criterionRowOf,
  type GoalField,
  type GoalValues,
  measureRowOf,
  numberOf,
  timeframeOf,
} from '../form/goal-values.ts'

/** The form's values after the edits of others, oldest first. */
export function withEdits(values: GoalValues, edits: readonly Pick<GoalEdit, 'fields'>[]): GoalValues {
  const after = { ...values }
  for (const { fields } of edits) {
    if (fields.title) after.title = fields.title.to
    if (fields.detailedDescription) after.detailedDescription = fields.detailedDescription.to
    if (fields.timeframe) {
      after.timeframe = fields.timeframe.to.kind
      after.targetDate = fields.timeframe.to.kind === 'deadline' ? fields.timeframe.to.targetDate : ''
    }
    if (fields.ownerUserId) after.ownerUserId = fields.ownerUserId.to
    if (fields.labelIds) after.labelIds = fields.labelIds.to
    if (fields.criteria) after.criteria = fields.criteria.to.map(criterionRowOf)
    if (fields.measures) after.measures = fields.measures.to.map(measureRowOf)
    if (fields.cadence) after.everyDays = fields.cadence.to ? String(fields.cadence.to.everyDays) : ''
  }
  return after
}

/** Copies one field of a goal. The timeframe and the title are several values of the form. */
export function withField(values: GoalValues, field: GoalField, from: GoalValues): GoalValues {
  switch (field) {
    case 'title':
      return { ...values, title: from.title, hasOwnTitle: from.hasOwnTitle }
    case 'timeframe':
      return { ...values, timeframe: from.timeframe, targetDate: from.targetDate }
    case 'cadence':
      return { ...values, everyDays: from.everyDays }
    default:
      return { ...values, [field]: from[field] }
  }
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
  if (field === 'labelIds') {
    const rowsOf = ({ labelIds }: GoalValues) => labelIds.map((key) => ({ key }))
    const labels = mergeRows(rowsOf(base), rowsOf(mine), rowsOf(theirs))
    return labels && { labelIds: labels.map(({ key }) => key) }
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

/** What changed between the values of two forms, as edits show it. */
export function editedFields(from: GoalValues, to: GoalValues, fields: readonly GoalField[]): EditedFields {
  const [before, after] = [storedForm(from), storedForm(to)]
  return Object.fromEntries(fields.map((field) => [field, { from: before[field], to: after[field] }]))
}

function storedForm(values: GoalValues) {
  return {
    title: values.title,
    detailedDescription: values.detailedDescription,
    timeframe: timeframeOf(values),
    ownerUserId: values.ownerUserId,
    labelIds: values.labelIds,
    criteria: values.criteria.map(({ key, title, description }) => ({ id: key, title, description })),
    measures: values.measures.map(({ key, title, unit, start, target }) => ({
      id: key,
      title,
      unit: unit || null,
      start: numberOf(start),
      target: numberOf(target),
    })),
    cadence: cadenceOf(values),
  }
}
