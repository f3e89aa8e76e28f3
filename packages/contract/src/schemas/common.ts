import * as z from 'zod'
import type { DetailCode, ProblemParams } from '../errors/error-details.ts'
import { allowedInNames, foldLineBreaks, isValidName } from '../names.ts'
import { lazy } from '../registry/lazy.ts'

/** The options of a refinement: its message, and what is told to programs. */
export function problem(message: string, code: DetailCode, limit?: number) {
  const params: ProblemParams = { code, ...(limit !== undefined && { limit }) }
  return { message, params }
}

const notUnicode = problem('Use valid Unicode text.', 'invalid_text')
const tooLong = (maximum: number) => `Use at most ${maximum} characters.`

/** Length in Unicode code points, as JSON Schema counts `minLength` and `maxLength` (RFC 8259 strings). */
function codePoints(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}

/**
 * A string of `minimum` to `maximum` code points. Unpaired surrogates are refused: they have no UTF-8 form, so the
 * table could not store them unchanged.
 */
function characters(schema: z.ZodString, minimum: number, maximum: number) {
  return schema
    .refine((text) => text.isWellFormed(), notUnicode)
    .refine((text) => minimum === 0 || (minimum === 1 ? text !== '' : codePoints(text) >= minimum), {
      ...problem(
        minimum === 1 ? 'This field cannot be empty.' : `Use at least ${minimum} characters.`,
        'too_short',
        minimum,
      ),
    })
    .refine((text) => text.length <= maximum || codePoints(text) <= maximum, {
      ...problem(tooLong(maximum), 'too_long', maximum),
    })
    .meta({ minLength: minimum, maxLength: maximum })
}

/** Short text, trimmed before its length is checked. */
export function trimmedText(maximum: number) {
  return characters(z.string().trim(), 1, maximum)
}

/** Text that appears in lists, emails and terminals next to other people's, such as summaries. See `names.ts`. */
export function visibleText(maximum: number) {
  return withVisible(trimmedText(maximum))
}

/** Names and titles: visible text of one line. Line breaks become spaces. */
export function nameText(maximum: number) {
  return withVisible(characters(z.string().overwrite(foldLineBreaks).trim(), 1, maximum))
}

function withVisible(text: z.ZodString) {
  return text
    .refine(
      (value) => value === '' || isValidName(value),
      problem('Remove invisible or control characters.', 'invalid_text'),
    )
    .meta({ pattern: allowedInNames })
}

/** In characters. */
export const maximumPasswordLength = 512

/** A password that is compared, not set: one that is too short is a wrong one. */
export const enteredPassword = lazy(() => exactText(1, maximumPasswordLength))

/** Text that is used exactly as sent, such as passwords and opaque ids. */
export function exactText(minimum: number, maximum: number) {
  return characters(z.string(), minimum, maximum)
}

/**
 * Long Markdown text, stored exactly as sent. Without a `maximum`, only the size limit of the body applies.
 *
 * @param blank  The message for text without a non-blank character.
 */
export function longText(blank: string, maximum?: number) {
  const text = maximum === undefined ? z.string() : characters(z.string(), 1, maximum)
  return text
    .refine((value) => value.isWellFormed(), notUnicode)
    .refine((value) => value.trim() !== '', problem(blank, 'blank'))
}

/** An id in a request. Accepts any letter case and converts it to lower case. */
export const uuid = lazy(() => z.guid().toLowerCase().meta({ format: 'uuid' }))

/** An id in a response. The service generated it, so its form is not checked. */
export const uuidOutput = lazy(() => z.string().meta({ format: 'uuid' }))

/** ISO 8601 UTC with milliseconds: `2026-11-20T10:00:00.000Z`. */
export const timestamp = lazy(() =>
  z.string().meta({ format: 'date-time', example: '2026-11-20T10:00:00.000Z' }),
)

/** A user id: opaque and qualified by its provider. The service assumes nothing about its form. */
export const userId = lazy(() => exactText(1, 200))

// WHATWG HTML, "valid e-mail address", with at least one dot in the domain: email to a bare host cannot be delivered.
const emailAddressPattern =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/i

/**
 * An email address, trimmed and lower-cased. Its letters are checked before they are lower-cased: the lower case of the
 * Kelvin sign is the k of somebody else's address.
 */
export function emailAddress(maximum: number) {
  return z
    .string()
    .trim()
    .max(maximum, { message: tooLong(maximum), abort: true })
    .regex(emailAddressPattern, 'Enter a full email address, such as name@example.com.')
    .toLowerCase()
    .meta({ format: 'email', maxLength: maximum })
}

export const pageLimit = { maximum: 100, default: 100 }

const limitRange = `Use a whole number from 1 to ${pageLimit.maximum}.`

/** The query parameters of every list. */
export const pageQuery = lazy(() => ({
  limit: z
    .string()
    .regex(/^[1-9][0-9]{0,2}$/, limitRange)
    .transform(Number)
    .refine((limit) => limit <= pageLimit.maximum, problem(limitRange, 'too_large', pageLimit.maximum))
    .optional()
    .meta({
      description: 'Maximum number of elements per page.',
      override: { type: 'integer', minimum: 1, maximum: pageLimit.maximum, default: pageLimit.default },
    }),
  cursor: z
    .string()
    .optional()
    .meta({ description: 'The `nextCursor` of the previous page. Send the same filters with it.' }),
}))

export const nextCursor = lazy(() =>
  z.string().nullable().meta({ description: 'Opaque. `null` on the last page.' }),
)

/** A query parameter with one or more of some values, separated by commas. Each value counts once. */
export function oneOrMore<const Values extends readonly string[]>(values: Values) {
  const wanted = new Set<string>(values)
  return z
    .string()
    .transform((text, context): Values[number][] => {
      const parts = text.split(',')
      if (parts.every((part) => wanted.has(part))) return [...new Set(parts)]
      context.issues.push({
        code: 'custom',
        input: text,
        params: { code: 'invalid_value' } satisfies ProblemParams,
        message: `Use one or more of ${values.join(', ')}, separated by commas.`,
      })
      return z.NEVER
    })
    .meta({
      description: 'One or more values, separated by commas.',
      override: { type: 'array', items: { type: 'string', enum: [...values] }, minItems: 1 },
    })
}

/** SHA-256 in lower-case hexadecimal. */
export const sha256 = lazy(() => z.string().meta({ pattern: '^[0-9a-f]{64}$' }))
