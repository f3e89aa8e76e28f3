/**
 * The sign-in of a program on a device without a browser (RFC 8628), as far as the library leaves it open: how large a request may be, and how
 * often the program may ask.
 */
import { scopesIn } from '@cairn/domain/programs/oauth/consent'
import { countPoll, pollSeconds } from '@cairn/domain/programs/oauth/device/polls'
import type { HttpResponse } from '../pipeline/event.ts'
import type { Refusal } from './refuse-request.ts'
import type { CurrentRequest } from './storage/current-request.ts'

/** Anybody may ask, and each request is stored for some minutes. In bytes. */
const maximumRequestBytes = 4 * 1024

/** The fields that count. Others are ignored, as the standard requires. */
const usedFields = ['client_id', 'scope', 'resource']

/** Returns the body of a request for a device code as the library reads it, or what is wrong with it. */
export function deviceRequestOf(
  body: string,
  wantedScopes: (scope: string | null) => string,
): string | Refusal {
  if (Buffer.byteLength(body) > maximumRequestBytes) {
    const description = `it is longer than ${maximumRequestBytes / 1024} KiB`
    return { error: 'invalid_request', description }
  }
  const used = [...new URLSearchParams(body)].filter(([name]) => usedFields.includes(name))
  const fields = new URLSearchParams(used)
  if (fields.getAll('resource').length > 1) {
    return { error: 'invalid_target', description: 'name one resource only' }
  }
  // Two of a kind are an error, which the library tells.
  if (fields.getAll('scope').length < 2) {
    const known = scopesIn(wantedScopes(fields.get('scope')))
    if (known.length === 0) return { error: 'invalid_scope', description: 'no such scope' }
    fields.set('scope', known.join(' '))
  }
  return fields.toString()
}

/** Tells the program how often it may ask. */
export function withInterval(response: HttpResponse): HttpResponse {
  if (response.statusCode !== 200) return response
  const body: object = JSON.parse(String(response.body))
  return { ...response, body: JSON.stringify({ ...body, interval: pollSeconds }) }
}

/** Returns the answer to a program that asks for its tokens while nobody has decided: `slow_down` if it asks too often. */
export function answerToPoll({ context, device }: CurrentRequest, response: HttpResponse): HttpResponse {
  if (!device || errorIn(response) !== 'authorization_pending') return response
  const pause = countPoll(context, device)
  if (pause === undefined) return response
  const slowDown = { error: 'slow_down', error_description: `ask at most every ${pause} seconds` }
  return { ...response, body: JSON.stringify(slowDown) }
}

function errorIn({ statusCode, body }: HttpResponse): unknown {
  return statusCode === 400 ? (JSON.parse(String(body)) as { error?: unknown }).error : undefined
}
