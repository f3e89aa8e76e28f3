import * as z from 'zod'
import { type ErrorCode, errorStatuses } from '../errors.ts'
import { lazy } from '../lazy.ts'
import { isFitForName } from '../names.ts'

/** Names of the codes as a non-empty tuple, the form `z.enum` takes. */
const errorCodes = Object.keys(errorStatuses) as [ErrorCode, ...ErrorCode[]]

export const errorBody = lazy(() =>
  z
    .strictObject({
      error: z.enum(errorCodes),
      message: z.string(),
      details: z.array(z.strictObject({ path: z.string(), message: z.string() })).optional(),
    })
    .meta({
      id: 'Error',
      description: 'Every failure has this shape; `details` comes with `invalid_request` only.',
    }),
)

/** Length in Unicode code points, as JSON Schema counts `minLength` and `maxLength` (RFC 8259 strings). */
function codePoints(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}

/**
 * A string of `minimum` to `maximum` code points. Unpaired surrogates are refused: they have no UTF-8 form, so
 * the table could not give back what was sent.
 */
function characters(schema: z.ZodString, minimum: number, maximum: number) {
  return schema
    .refine((text) => text.isWellFormed(), 'must be well-formed Unicode')
    .refine((text) => minimum === 0 || (minimum === 1 ? text !== '' : codePoints(text) >= minimum), {
      message: minimum === 1 ? 'must not be empty' : `must have at least ${minimum} characters`,
    })
    .refine((text) => text.length <= maximum || codePoints(text) <= maximum, {
      message: `must have at most ${maximum} characters`,
    })
    .meta({ minLength: minimum, maxLength: maximum })
}

/** Short text: trimmed before it is measured. */
export function trimmedText(maximum: number) {
  return characters(z.string().trim(), 1, maximum)
}

/** Names, titles and summaries, which stand in lists, mails and terminals beside those of others. */
export function visibleText(maximum: number) {
  return trimmedText(maximum)
    .refine((text) => text === '' || isFitForName(text), 'Remove invisible or control characters.')
    .meta({ description: 'Holds a visible character, and no bidirectional override, NUL or ESC.' })
}

/** Text that is taken to the letter, such as passwords and opaque ids. */
export function exactText(minimum: number, maximum: number) {
  return characters(z.string(), minimum, maximum)
}

/** Long Markdown text: kept to the letter, but not blank. Bounded by the body limit where no maximum is given. */
export function longText(maximum?: number) {
  const text = maximum === undefined ? z.string() : characters(z.string(), 1, maximum)
  return text
    .refine((value) => value.isWellFormed(), 'must be well-formed Unicode')
    .refine((value) => value.trim() !== '', 'must contain a non-blank character')
}

/** Ids that the service issues. Any letter case is taken; lower case is kept. */
export const uuid = lazy(() => z.guid().toLowerCase().meta({ format: 'uuid' }))

/** Ids in a response, which the service made itself. */
export const uuidOutput = lazy(() => z.string().meta({ format: 'uuid' }))

/** ISO 8601 UTC with milliseconds: `2026-11-20T10:00:00.000Z`. */
export const timestamp = lazy(() =>
  z.string().meta({ format: 'date-time', example: '2026-11-20T10:00:00.000Z' }),
)

/** An opaque, provider-qualified user id; the service makes no assumption about its form. */
export const userId = lazy(() => exactText(1, 200))

// WHATWG HTML "valid e-mail address", and at least one dot in the domain: a mail to a bare host cannot be delivered.
const emailAddressPattern =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/i

/**
 * An e-mail address, trimmed and lower-cased before its length is checked. Its letters are checked as they came: in lower
 * case, the Kelvin sign would be the k of somebody else's address.
 */
export function emailAddress(maximum: number) {
  return z
    .string()
    .trim()
    .max(maximum, { message: `must have at most ${maximum} characters`, abort: true })
    .regex(emailAddressPattern, 'must be an e-mail address')
    .toLowerCase()
    .meta({ format: 'email', maxLength: maximum })
}

export const pageLimit = { maximum: 100, default: 100 }

/** The two query parameters that every list takes. */
export const pageQuery = lazy(() => ({
  limit: z
    .string()
    .regex(/^[1-9][0-9]{0,2}$/, `must be a whole number from 1 to ${pageLimit.maximum}`)
    .transform(Number)
    .refine((limit) => limit <= pageLimit.maximum, `must be at most ${pageLimit.maximum}`)
    .optional()
    .meta({
      description: 'Elements on a page at most.',
      override: { type: 'integer', minimum: 1, maximum: pageLimit.maximum, default: pageLimit.default },
    }),
  cursor: z
    .string()
    .optional()
    .meta({ description: 'Opaque; `nextCursor` of the page before, with the same filters.' }),
}))

/** `null` on the last page. */
export const nextCursor = lazy(() => z.string().nullable())
