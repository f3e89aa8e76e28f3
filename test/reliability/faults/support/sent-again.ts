import { errorCodesOf } from '@cairn/contract'
import { replayedHeader } from '@cairn/contract/http/headers/header-names'
import type { OperationId, OutputOf } from '@cairn/contract/registry/registry'
import { errorBody } from '@cairn/contract/schemas/error-body'
import type { ExampleRequest } from '../../../support/operations/example.ts'
import { examples } from '../../../support/operations/examples.ts'
import type { World } from '../../../support/people/world.ts'
import type { Sent } from './send.ts'
import type { Prepared, Target } from './targets.ts'

/** The 8 seconds of a request, and a margin for a busy machine. */
const limitMilliseconds = 9_500

/** Returns what is wrong with a response to a request that met a fault: it is the declared success, or 503 in time. */
export function problemOf({ status, headers, body, milliseconds }: Sent, { operation }: Target) {
  if (milliseconds > limitMilliseconds) return `took ${Math.round(milliseconds)} ms`
  if (isSuccess({ operation }, status)) {
    if (!('body' in operation.success)) return undefined
    const { error } = operation.success.body().safeParse(body)
    return error && `the success does not match its schema: ${error.message}`
  }
  const refusal = errorBody().safeParse(body)
  if (status !== 503 || !refusal.success || refusal.data.error !== 'unavailable') {
    return `${status} ${JSON.stringify(body)}`
  }
  if (!errorCodesOf(operation).includes('unavailable')) return '503 is not declared'
  return /^\d+$/.test(headers.get('retry-after') ?? '') ? undefined : '503 without Retry-After'
}

/** Whether a status is the declared success, or the one of a success that changed nothing. */
const isSuccess = ({ operation }: Pick<Target, 'operation'>, status: number) =>
  status === operation.success.status || ('unchanged' in operation.success && status === 200)

type Met = Prepared & {
  world: World
  target: Target
  /** The response of the request that met the fault. */
  response: Sent
  /** Whether a transaction was executed and its response was lost. */
  isLost: boolean
  /** Whether a read may have missed what was written. */
  isStale?: boolean
}

/**
 * Returns what is wrong after a request that met a fault, now that faults have ended.
 *
 * - A success took effect.
 * - After 503, the very same request is sent again, and succeeds as the first would have.
 * - Only if the response of a transaction was lost, it may be told that the work is done: by the operation's own error, such as 404
 *   of a deleted goal. With an idempotency key it is a replay. Without a key, a create makes another one.
 */
export async function problemAfter(met: Met): Promise<string | undefined> {
  const { world, target, request, response, send, isLost } = met
  const { operation } = target
  const example = examples[operation.id as OperationId]
  const succeeded = (sent: Sent) => isSuccess(target, sent.status)
  const final = succeeded(response) ? response : await send()
  if (!succeeded(final)) {
    const code = errorBody().safeParse(final.body).data?.error
    const alreadyDone = isLost && 'effect' in example ? example.alreadyDone : undefined
    if (!code || !alreadyDone?.includes(code)) {
      return `503, and then ${final.status} ${JSON.stringify(final.body)}`
    }
  } else {
    const problem = problemOf(final, target)
    if (problem !== undefined) return `503, and then ${problem}`
    const isReplay = final.headers.get(replayedHeader) === 'true'
    const isRepeated = isLost && final !== response && hasKey(request)
    if (isReplay !== isRepeated)
      return isReplay ? 'a replay, of nothing' : 'done twice with one idempotency key'
  }
  if (!('effect' in example)) {
    if (met.isStale) return undefined
    const again = await send()
    return comparableJson(again.body) === comparableJson(final.body)
      ? undefined
      : 'the response differs from the one without faults'
  }
  const { body, cookie } = succeeded(final) ? final : {}
  await example.effect({ world, request, body: body as OutputOf<OperationId> | undefined, cookie })
  return undefined
}

/** Whether the request has an idempotency key: in a header, or in the body of a report. */
const hasKey = ({ headers, body }: ExampleRequest) =>
  headers?.['idempotency-key'] !== undefined || Object.hasOwn(Object(body), 'idempotencyKey')

/** The JSON of a body without its cursors and its time, which differ each time. */
function comparableJson(body: unknown): string {
  const comparable = (name: string, value: unknown) =>
    /^(nextCursor|cursor|goalsCursor|asOf)$/.test(name) ? value !== null : value
  return JSON.stringify(body, comparable) ?? ''
}
