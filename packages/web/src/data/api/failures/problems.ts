import type { ErrorDetail } from '@cairn/contract/errors/error-details'
import { detailsOf } from '@cairn/contract/errors/error-details'
import type { ErrorCode } from '@cairn/contract/errors/errors'
import { ApiError } from '@cairn/contract/http/client'
import type * as z from 'zod'
import { formatNumber } from '../../../presentation/time/format.ts'
import { texts } from '../texts.ts'
import { describeFailure } from './failures.ts'

/** A sentence per field. Paths are dotted (`criteria.0.title`), as in the details of API errors. */
export type Problems = Record<string, string>

/** How a form talks about one field. People never see the messages of schemas or of API error details. */
export type FieldTexts = {
  /** The field's label as it appears inside a sentence: `title`. */
  name: string
  /** Shown if nothing was entered. */
  missing?: string
  /** Shown for every other problem, except a wrong length. */
  invalid?: string
}

export const emailTexts: FieldTexts = texts.email

/** The fields of a form by path. `*` is any position in a list. */
export type FormTexts = Record<string, FieldTexts>

/** The problems that are shown. `rejected` is the value, as JSON, that the service did not accept. */
export type Shown = Record<string, { sentence: string; rejected?: string }>

function valueAt(body: unknown, path: string): unknown {
  let value: unknown = body
  for (const name of path.split('.')) {
    value = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
  }
  return value
}

/** For comparing values of any type, including undefined. */
const asText = (value: unknown) => JSON.stringify(value) ?? ''

function isMissing(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === ''
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0)
}

function sentenceFor(
  { code, limit }: ErrorDetail,
  value: unknown,
  { name, missing, invalid }: FieldTexts,
): string {
  if (isMissing(value)) return missing ?? texts.enter(name)
  if (code === 'too_long' && limit !== undefined) return texts.tooLong(name, formatNumber(limit))
  if (code === 'too_short' && limit !== undefined) return texts.tooShort(formatNumber(limit))
  if (invalid) return invalid
  return code === 'invalid_text' ? texts.invisible(name) : texts.notAccepted(name)
}

/** The form field that a path belongs to: the field itself, or the group that contains it. */
function fieldOf(path: string, texts: FormTexts): { path: string; texts: FieldTexts } | undefined {
  const found = texts[path.replaceAll(/(?<=^|\.)\d+(?=\.|$)/g, '*')]
  if (found) return { path, texts: found }
  const end = path.lastIndexOf('.')
  return end === -1 ? undefined : fieldOf(path.slice(0, end), texts)
}

/** One sentence per field, for its first problem. `unplaced`: some problem belongs to no field of the form. */
function place(
  details: ErrorDetail[],
  body: unknown,
  texts: FormTexts,
): { problems: Problems; unplaced: boolean } {
  const problems: Problems = {}
  let unplaced = details.length === 0
  for (const detail of details) {
    const field = fieldOf(detail.path, texts)
    if (field) problems[field.path] ??= sentenceFor(detail, valueAt(body, field.path), field.texts)
    else unplaced = true
  }
  return { problems, unplaced }
}

/** Validates a form with the contract's schema. Issues that belong to no field are left to the service. */
export function problemsOf(schema: z.ZodType, body: unknown, texts: FormTexts): Problems {
  const { error } = schema.safeParse(body)
  if (!error) return {}
  return place(detailsOf(error.issues, body), body, texts).problems
}

/** The paths of the fields that API error codes are about. */
export type FieldsByErrorCode = Partial<Record<ErrorCode, string>>

/** Places an API error at the fields that it is about. `unplaced`: the form has to show it as a whole. */
export function placeApiError(
  error: unknown,
  body: unknown,
  texts: FormTexts,
  fieldsByErrorCode: FieldsByErrorCode,
): { shown: Shown; unplaced: boolean } {
  if (!(error instanceof ApiError)) return { shown: {}, unplaced: true }
  const path = fieldsByErrorCode[error.code]
  const { problems, unplaced } = path
    ? { problems: { [path]: describeFailure(error).sentence }, unplaced: false }
    : place(error.details, body, texts)
  const shown: Shown = {}
  for (const [name, sentence] of Object.entries(problems)) {
    shown[name] = { sentence, rejected: asText(valueAt(body, name)) }
  }
  return { shown, unplaced }
}

/**
 * The problems to show after a change. A valid field loses its sentence, and a field with a different problem gets a new
 * one. A sentence from the service stays until the value changes. Fields without a sentence get none before the next
 * attempt, so that nobody is interrupted while typing. Returns the same object if nothing changes.
 */
export function shownAfterChange(shown: Shown, problems: Problems, body: unknown): Shown {
  const after: Shown = {}
  let isSame = true
  for (const [path, before] of Object.entries(shown)) {
    const isRejected = before.rejected === asText(valueAt(body, path))
    const sentence = isRejected ? before.sentence : problems[path]
    if (sentence === before.sentence) after[path] = before
    else {
      isSame = false
      if (sentence) after[path] = { sentence }
    }
  }
  return isSame ? shown : after
}
