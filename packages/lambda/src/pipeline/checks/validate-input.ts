import { detailsOf, type ErrorDetail, unknownField } from '@cairn/contract/errors/error-details'
import { ServiceError } from '@cairn/contract/errors/errors'
import { idempotencyKeyHeader, idempotencyKeyValue } from '@cairn/contract/http/headers/idempotency-key'
import type { Operation } from '@cairn/contract/registry/operation'
import type * as z from 'zod'
import { headerOf, type OperationEvent } from '../event.ts'

const typeNames: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
}

const formatExamples: Record<string, string> = {
  guid: 'a UUID',
  date: 'a date such as 2026-11-20',
}

/**
 * Returns what to do about a problem for which the schema has no message of its own, instead of zod's message. Undefined
 * for kinds of problems that no schema of the contract has.
 */
export function problemMessage(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.input === undefined && issue.code !== 'unrecognized_keys') return 'This field is required.'
  switch (issue.code) {
    case 'invalid_type':
      return useInstead(typeNames[issue.expected])
    case 'invalid_value':
      return useInstead(oneOf(issue.values))
    case 'invalid_union':
      return useInstead(Array.isArray(issue.options) ? oneOf(issue.options) : undefined)
    case 'invalid_format':
      return useInstead(formatExamples[issue.format])
    case 'too_small':
      return `Use at least ${issue.minimum}.`
    case 'too_big':
      return `Use at most ${issue.maximum}.`
  }
}

function useInstead(wanted: string | undefined): string | undefined {
  return wanted && `Use ${wanted}.`
}

function oneOf(values: readonly unknown[]): string {
  return values.length === 1 ? String(values[0]) : `one of ${values.join(', ')}`
}

/**
 * Validates body and query, then the path: a malformed id counts as one that does not exist, which is checked after the
 * body (contract, "Order of checks").
 */
export function validateInput(operation: Operation, event: OperationEvent): void {
  event.idempotencyKey = operation.repeated && parseIdempotencyKey(event)
  event.input = parseInput(operation, {
    body: event.body,
    query: () => parametersOf(operation, event),
    params: event.pathParameters,
  })
}

/**
 * Validates and normalizes the input of an operation.
 *
 * @param input  `query` is called if the body is valid.
 */
export function parseInput(
  { params, query, body, file, malformedParams = 'invalid_request' }: Operation,
  input: { params?: object | undefined; query: () => object; body: unknown },
): NonNullable<OperationEvent['input']> {
  const parsed = {
    body: body ? parse(body(), input.body) : file && input.body,
    query: query ? (parse(query(), input.query()) as object) : {},
    params: {},
  }
  if (params) {
    const { success, data, error } = params().safeParse(input.params ?? {}, { error: problemMessage })
    if (!success) {
      throw new ServiceError(malformedParams, 'There is nothing with this id.', {
        details: detailsOf(error.issues, input.params),
      })
    }
    parsed.params = data
  }
  return parsed
}

/**
 * Returns the query's parameters. Refuses repeated ones, unless they may be, which only the raw query shows: API Gateway joins their
 * values with a comma. A redirect is for people, who cannot use a JSON error, so there a repeated parameter is ignored.
 */
function parametersOf(
  { success, repeatable = [] }: Operation,
  { queryStringParameters = {}, rawQueryString }: OperationEvent,
): object {
  const names = new Set<string>()
  const repeated = new Set<string>()
  const sent = new URLSearchParams(rawQueryString)
  for (const name of sent.keys()) {
    if (names.has(name) && !repeatable.includes(name)) repeated.add(name)
    names.add(name)
  }
  const several = repeatable.filter((name) => sent.has(name)).map((name) => [name, sent.getAll(name)])
  const parameters = { ...queryStringParameters, ...Object.fromEntries(several) }
  if (repeated.size === 0) return parameters
  if (success.status !== 302) {
    throw invalidRequest(
      [...repeated].map((path) => ({ path, message: 'Send this parameter only once.', code: 'repeated' })),
    )
  }
  return Object.fromEntries(Object.entries(parameters).filter(([name]) => !repeated.has(name)))
}

/** Returns undefined without the header, which API Gateway joins with a comma if it was sent twice. */
function parseIdempotencyKey(event: OperationEvent): string | undefined {
  const value = headerOf(event, idempotencyKeyHeader.toLowerCase())
  if (value === undefined) return undefined
  const parsed = idempotencyKeyValue().safeParse(value)
  if (parsed.success) return parsed.data
  throw invalidRequest(
    detailsOf(parsed.error.issues, value).map((detail) => ({ ...detail, path: idempotencyKeyHeader })),
  )
}

/** @throws `invalid_request` with what is wrong. */
export function parse<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  refuseManyUnknownFields(schema, value)
  const parsed = schema.safeParse(value, { error: problemMessage })
  if (parsed.success) return parsed.data
  throw invalidRequest(detailsOf(parsed.error.issues.slice(0, maximumDetails), value))
}

/**
 * Refuses an object with more unknown fields than a response shows, before the schema looks at it: whoever sends thousands of them
 * should not cost more than whoever sends one.
 */
function refuseManyUnknownFields(schema: z.ZodType, value: unknown): void {
  if (!('shape' in schema) || typeof value !== 'object' || value === null) return
  const known = schema.shape as object
  const unknown: ErrorDetail[] = []
  for (const name in value) {
    if (!Object.hasOwn(known, name)) unknown.push(unknownField(name))
    if (unknown.length === maximumDetails) throw invalidRequest(unknown)
  }
}

function invalidRequest(details: ErrorDetail[]): ServiceError {
  const shown = details.slice(0, maximumDetails)
  return new ServiceError('invalid_request', 'The request is not valid.', { details: shown })
}

/** Enough to correct a form, and a limit for the response to a body with 100,000 mistakes. */
const maximumDetails = 20
