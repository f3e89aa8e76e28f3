/**
 * How the label directory contains a label. An entry is text, because a page of goals shows few of an organization's
 * labels: the others are never parsed. It is a list without names, which makes it half as long.
 */
import type { GoalLabelRecord } from '../storage/table/entities/goal-labels/goal-label.ts'

/** A label as clients see it. */
export type LabelContent = Omit<GoalLabelRecord, 'nameSort' | 'useCount'>

type Fields = [
  name: string,
  color: string | null,
  description: string | null,
  createdAt: string,
  createdByUserId: string,
  updatedAt: string,
  updatedByUserId: string,
]

/** Returns the directory's entry of a label. Equal labels have equal entries. */
export function entryOf(label: LabelContent): string {
  const fields: Fields = [
    label.name,
    label.color ?? null,
    label.description ?? null,
    label.createdAt,
    label.createdByUserId,
    label.updatedAt,
    label.updatedByUserId,
  ]
  return JSON.stringify(fields)
}

/** Returns the label of an entry. */
export function labelOf(organizationId: string, labelId: string, entry: string): LabelContent {
  const [name, color, description, createdAt, createdByUserId, updatedAt, updatedByUserId] = JSON.parse(
    entry,
  ) as Fields
  return {
    organizationId,
    labelId,
    name,
    color: color ?? undefined,
    description: description ?? undefined,
    createdAt,
    createdByUserId,
    updatedAt,
    updatedByUserId,
  }
}
