import { ApiError } from '@cairn/contract/client'
import type { ErrorCode } from '@cairn/contract/errors'
import type * as z from 'zod'
import { describeFailure } from './failures.ts'

/** What a person is told about single fields; paths are dotted (`criteria.0.title`), as in the service's details. */
export type Problems = Record<string, string>

/** How a form speaks about one field. People never see the schema's own messages. */
export type FieldWords = {
  /** As in the field's label, inside a sentence: `title`. */
  name: string
  /** Nothing was entered. */
  missing?: string
  /** Anything but nothing, too long or too short. */
  invalid?: string
}

export const emailWords: FieldWords = {
  name: 'email address',
  invalid: 'Enter a whole email address, such as name@example.com.',
}

/** The fields of a form by path; `*` stands for a position in a list. */
export type FormWords = Record<string, FieldWords>

/** What is shown at fields. `refused` is the value, as JSON, that the service has refused. */
export type Shown = Record<string, { sentence: string; refused?: string }>

function valueAt(body: unknown, path: string): unknown {
  let value: unknown = body
  for (const name of path.split('.')) {
    value = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
  }
  return value
}

/** To compare values of any form, what is not there included. */
const asText = (value: unknown) => JSON.stringify(value) ?? ''

/** An empty list of choices is as good as none. */
function isMissing(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === ''
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0)
}

/** The limits are in the message, which the service's details have as well. */
function limitIn(message: string, limit: 'most' | 'least'): string | undefined {
  const digits = new RegExp(`at ${limit} (\\d+) characters`).exec(message)?.[1]
  return digits && Number(digits).toLocaleString('en-US')
}

function sentenceFor(message: string, value: unknown, { name, missing, invalid }: FieldWords): string {
  if (isMissing(value)) return missing ?? `Enter ${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}.`
  const most = limitIn(message, 'most')
  if (most) return `Shorten the ${name} to at most ${most} characters.`
  const least = limitIn(message, 'least')
  if (least) return `Use at least ${least} characters.`
  if (invalid) return invalid
  return /unicode|visible|override/i.test(message)
    ? `Retype the ${name}: it contains characters that cannot be shown.`
    : `Change the ${name}: the service does not accept it.`
}

/** The field of the form that a path belongs to: itself, or the whole of which it is a part. */
function fieldOf(path: string, words: FormWords): { path: string; words: FieldWords } | undefined {
  const found = words[path.replaceAll(/(?<=^|\.)\d+(?=\.|$)/g, '*')]
  if (found) return { path, words: found }
  const end = path.lastIndexOf('.')
  return end === -1 ? undefined : fieldOf(path.slice(0, end), words)
}

type Issue = { path: string; message: string }

/** One sentence for each field, the first that applies. `unplaced`: something is wrong that no field shows. */
function place(issues: Issue[], body: unknown, words: FormWords): { problems: Problems; unplaced: boolean } {
  const problems: Problems = {}
  let unplaced = issues.length === 0
  for (const { path, message } of issues) {
    const field = fieldOf(path, words)
    if (field) problems[field.path] ??= sentenceFor(message, valueAt(body, field.path), field.words)
    else unplaced = true
  }
  return { problems, unplaced }
}

/** Judges a form by the contract's own schema. What no field shows is left to the service. */
export function problemsOf(schema: z.ZodType, body: unknown, words: FormWords): Problems {
  const { error } = schema.safeParse(body)
  if (!error) return {}
  const issues = error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  return place(issues, body, words).problems
}

/** Codes of refusals that are about one field, with its path. */
export type FieldRefusals = Partial<Record<ErrorCode, string>>

/** What the service refused, at the fields that it names. `unplaced`: not all of it is about fields of the form. */
export function refusalOf(
  error: unknown,
  body: unknown,
  words: FormWords,
  refusals: FieldRefusals,
): { shown: Shown; unplaced: boolean } {
  if (!(error instanceof ApiError)) return { shown: {}, unplaced: true }
  const path = refusals[error.code]
  const { problems, unplaced } = path
    ? { problems: { [path]: describeFailure(error).sentence }, unplaced: false }
    : place(error.details, body, words)
  const shown: Shown = {}
  for (const [name, sentence] of Object.entries(problems)) {
    shown[name] = { sentence, refused: asText(valueAt(body, name)) }
  }
  return { shown, unplaced }
}

/**
 * What is still shown after a change: a field that is right loses its sentence, one that is wrong in another way gets
 * another sentence, and what the service has refused goes with the value. New ones wait for the next try: nobody is
 * told off for what they have not finished typing. The same object where nothing changes.
 */
export function shownAfterChange(shown: Shown, problems: Problems, body: unknown): Shown {
  const after: Shown = {}
  let isSame = true
  for (const [path, before] of Object.entries(shown)) {
    const isRefused = before.refused === asText(valueAt(body, path))
    const sentence = isRefused ? before.sentence : problems[path]
    if (sentence === before.sentence) after[path] = before
    else {
      isSame = false
      if (sentence) after[path] = { sentence }
    }
  }
  return isSame ? shown : after
}
