import { type ErrorDetail, ServiceError } from '@cairn/contract/errors'
import type { Operation } from '@cairn/contract/operation'
import type * as z from 'zod'
import type { OperationRequest } from '../event.ts'

/**
 * Validates body and query, then the path: a malformed body is refused before a malformed id is looked at, since
 * an id that cannot exist is a matter of what exists (contract, "Order of checks").
 */
export function validateInput(operation: Operation) {
  const { params, query, body, malformedParams = 'invalid_request' } = operation
  return {
    before: function validateInput({ event }: OperationRequest) {
      const input = {
        body: body && parse(body(), event.body),
        query: query ? (parse(query(), event.queryStringParameters ?? {}) as object) : {},
        params: {},
      }
      if (params) {
        const parsed = params().safeParse(event.pathParameters ?? {})
        if (!parsed.success) {
          throw new ServiceError(malformedParams, 'There is nothing by this id.', {
            details: detailsOf(parsed.error),
          })
        }
        input.params = parsed.data
      }
      event.input = input
    },
  }
}

function parse(schema: z.ZodType, value: unknown): unknown {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new ServiceError('invalid_request', 'The request is not valid.', { details: detailsOf(parsed.error) })
}

// Enough to mend a form; a body of 100,000 mistakes is not answered with as many.
const maximumDetails = 50

/** Where a request is wrong: unknown fields each under their own path. */
function detailsOf(error: z.ZodError): ErrorDetail[] {
  return error.issues
    .slice(0, maximumDetails)
    .flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => ({ path: [...issue.path, key].join('.'), message: 'is not known' }))
        : [{ path: issue.path.join('.'), message: issue.message }],
    )
    .slice(0, maximumDetails)
}
