/** Problems of a request's fields, from the issues that a schema finds: for the service, and for forms before they are sent. */
import type * as z from 'zod'

/** The kinds of problems of a field. Programs and forms decide by it, never by the message. */
export const detailCodes = [
  'required',
  'unknown_field',
  'repeated',
  'invalid_type',
  'invalid_value',
  'invalid_format',
  'invalid_text',
  'blank',
  'too_long',
  'too_short',
  'too_many',
  'too_few',
  'too_large',
  'too_small',
  'invalid',
] as const
export type DetailCode = (typeof detailCodes)[number]

/**
 * An invalid field of a request. `path` is dotted (`criteria.0.title`), and empty for the body as a whole. `code` is `invalid` if it
 * is absent. `limit` is what a length, number or count may be at most or must be at least.
 */
export type ErrorDetail = { path: string; message: string; code?: DetailCode; limit?: number }

type Issue = z.core.$ZodIssue

/** Details that a schema adds to a problem (`params` of a refinement). */
export type ProblemParams = { code: DetailCode; limit?: number }

/** One detail per problem, and one per unknown field. */
export function detailsOf(issues: readonly Issue[], input: unknown): ErrorDetail[] {
  return issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => unknownField([...issue.path, key].join('.')))
      : [{ path: issue.path.join('.'), message: issue.message, ...problemOf(issue, input) }],
  )
}

export function unknownField(path: string): ErrorDetail {
  return { path, message: 'Remove this field: it is unknown.', code: 'unknown_field' }
}

function problemOf(issue: Issue, input: unknown): ProblemParams {
  switch (issue.code) {
    case 'too_big':
      return { code: tooMuch[issue.origin] ?? 'too_large', limit: Number(issue.maximum) }
    case 'too_small':
      return { code: tooLittle[issue.origin] ?? 'too_small', limit: Number(issue.minimum) }
    case 'custom':
      return { code: 'invalid', ...(issue.params as ProblemParams | undefined) }
    case 'invalid_type':
    case 'invalid_value':
    case 'invalid_union':
      return { code: valueAt(input, issue.path) === undefined ? 'required' : codes[issue.code] }
    case 'invalid_format':
      return { code: 'invalid_format' }
    default:
      return { code: 'invalid' }
  }
}

const tooMuch: Record<string, DetailCode> = { string: 'too_long', array: 'too_many', set: 'too_many' }
const tooLittle: Record<string, DetailCode> = { string: 'too_short', array: 'too_few', set: 'too_few' }
const codes = {
  invalid_type: 'invalid_type',
  invalid_value: 'invalid_value',
  invalid_union: 'invalid_value',
} as const

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = Reflect.get(value, name)
  }
  return value
}
