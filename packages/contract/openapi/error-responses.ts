/** The error responses of operations, shared: most operations can fail in the same ways. */
import type { ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from 'zod-openapi'
import { type ErrorCode, errorCodesOf, errorStatuses, type Operation } from '../src/index.ts'
import { errorBody } from '../src/schemas/error-body.ts'
import { headersOf } from './headers.ts'
import { errorTexts } from './manual/error-texts.ts'

/** By name. The document refers to the same response if it is the same object. */
const shared = new Map<string, ZodOpenApiResponseObject>()

/** The error responses of an operation by status, described by what their codes mean. */
export function errorResponses(operation: Operation): ZodOpenApiResponsesObject {
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of errorCodesOf(operation).sort()) {
    const status = errorStatuses[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return Object.fromEntries(
    [...byStatus]
      .sort(([left], [right]) => left - right)
      .map(([status, codes]) => [`${status}`, errorResponse(operation, status, codes)]),
  )
}

function errorResponse(operation: Operation, status: number, codes: ErrorCode[]): ZodOpenApiResponseObject {
  const { headers } = headersOf(operation, status)
  const id = nameOf(codes, Object.keys(headers.shape))
  const known = shared.get(id)
  if (known) return known
  const response: ZodOpenApiResponseObject = {
    id,
    description: codes.map((code) => `- \`${code}\`: ${errorTexts[code].means}`).join('\n'),
    headers,
    content: {
      'application/json': {
        schema: errorBody(),
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  }
  shared.set(id, response)
  return response
}

/** Whether credentials play a part shows in two headers. */
function nameOf(codes: readonly ErrorCode[], headers: readonly string[]): string {
  const words = codes.map((code) => code.replaceAll(/(?:^|_)([a-z])/g, (_, letter) => letter.toUpperCase()))
  const isOfCaller = headers.some((name) => name === 'RateLimit' || name === 'Set-Cookie')
  return words.join('Or') + (isOfCaller ? 'OfCaller' : '')
}
