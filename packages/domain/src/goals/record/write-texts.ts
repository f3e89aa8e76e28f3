/** How what a caller wrote becomes the texts of a goal, and what an edit of them does to the standing. */
import { randomUUID } from 'node:crypto'
import { type ErrorCode, ServiceError } from '@cairn/contract/errors/errors'
import type { InputOf } from '@cairn/contract/registry/registry'
import type { CriterionDefinition } from '@cairn/contract/schemas/goals/goal-criteria'
import type { MeasureDefinition } from '@cairn/contract/schemas/goals/goal-measures'
import type { GoalStanding } from '../../storage/table/entities/goals/goal-standing.ts'
import type { GoalText } from '../../storage/table/entities/goals/goal-text.ts'

type Written = InputOf<'updateGoal'>['body']

export const noTexts: GoalText = { detailedDescription: '', criteria: [], measures: [] }

/**
 * Returns the texts after a write. Absent fields stay as they are. A criterion or measure with the id of a current one is
 * that one; one without an id is new.
 * @throws `invalid_goal_criteria` or `invalid_goal_measures` for an id that the goal does not have, and
 *   `payload_too_large` if the stored goal would exceed 256 KiB.
 */
export function writeTexts(current: GoalText, title: string, written: Written): GoalText {
  const text = {
    detailedDescription: written.detailedDescription ?? current.detailedDescription,
    criteria: written.criteria ? writtenCriteria(current, written.criteria) : current.criteria,
    measures: written.measures ? writtenMeasures(current, written.measures) : current.measures,
  }
  requireStorableSize(title, text)
  return text
}

function writtenCriteria(
  { criteria }: GoalText,
  written: NonNullable<Written['criteria']>,
): CriterionDefinition[] {
  requireKnown('invalid_goal_criteria', 'criteria', criteria, written)
  return written.map(({ id = randomUUID(), title, description }) => ({ id, title, description }))
}

function writtenMeasures(
  { measures }: GoalText,
  written: NonNullable<Written['measures']>,
): MeasureDefinition[] {
  requireKnown('invalid_goal_measures', 'measures', measures, written)
  return written.map(({ id = randomUUID(), title, unit = null, start, target }) => ({
    id,
    title,
    unit,
    start,
    target,
  }))
}

/** @throws `code` if an id is not one of `current`. */
export function requireKnown(
  code: ErrorCode,
  what: string,
  current: readonly { id: string }[],
  named: readonly { id?: string | undefined }[],
): void {
  const known = new Set(current.map(({ id }) => id))
  const unknown = named.flatMap(({ id }) => (id === undefined || known.has(id) ? [] : id))
  if (unknown.length === 0) return
  throw new ServiceError(code, `The goal does not have these ${what}: ${unknown.join(', ')}.`)
}

/**
 * Returns the standing after an edit of the texts; the same object if nothing in it changed. A verdict judged a title and
 * a description, so a change of one of them clears it, with its confirmation. A value stays as long as its measure does.
 */
export function standingAfterEdit(standing: GoalStanding, before: GoalText, after: GoalText): GoalStanding {
  const judged = new Map(before.criteria.map((criterion) => [criterion.id, criterion]))
  const unchanged = after.criteria.filter(({ id, title, description }) => {
    const criterion = judged.get(id)
    return criterion?.title === title && criterion.description === description
  })
  const verdicts = pick(standing.verdicts, unchanged)
  const confirmations = pick(standing.confirmations ?? {}, unchanged)
  const values = pick(standing.values, after.measures)
  const isSame =
    Object.keys(verdicts).length === Object.keys(standing.verdicts).length &&
    Object.keys(values).length === Object.keys(standing.values).length
  if (isSame) return standing
  return { verdicts, ...(Object.keys(confirmations).length > 0 && { confirmations }), values }
}

function pick<T>(all: Record<string, T>, items: readonly { id: string }[]): Record<string, T> {
  return Object.fromEntries(items.flatMap(({ id }) => (all[id] === undefined ? [] : [[id, all[id]]])))
}

const bytesPerKibibyte = 1024
const maximumGoalBytes = 256 * bytesPerKibibyte

/** Only what people wrote is measured, as JSON in UTF-8, so a change that does not make it longer is always accepted. */
function requireStorableSize(title: string, { detailedDescription, criteria, measures }: GoalText): void {
  const written = {
    title,
    detailedDescription,
    criteria: criteria.map((criterion) => ({ title: criterion.title, description: criterion.description })),
    ...(measures.length > 0 && { measures }),
  }
  const bytes = Buffer.byteLength(JSON.stringify(written), 'utf8')
  if (bytes <= maximumGoalBytes) return
  throw new ServiceError(
    'payload_too_large',
    `A goal may take at most 256 KiB. This one takes ${Math.ceil(bytes / bytesPerKibibyte)} KiB: shorten its texts.`,
  )
}
