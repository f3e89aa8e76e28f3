import { ServiceError } from '@cairn/contract/errors/errors'
import { headerOf, type OperationEvent } from '../event.ts'

/** `application/json`, and types that are made of it (RFC 6839, 3.1). */
const jsonType = /^application\/(?:[\w.+-]+\+)?json *(?:;|$)/i

/**
 * Parses the body of a request. Anybody may send one, so it costs little more than `JSON.parse`: middy's parser, which calls a function
 * for each value, takes up to 25 times as long.
 */
export function parseJson(event: OperationEvent): void {
  if (!jsonType.test(headerOf(event, 'content-type') ?? '')) {
    throw new ServiceError(
      'unsupported_media_type',
      'The body must be JSON, with the content type application/json.',
    )
  }
  const text = String(event.body)
  try {
    event.body = JSON.parse(text)
  } catch (cause) {
    throw new ServiceError('invalid_request', 'The body is not valid JSON.', { cause })
  }
  refusePrototypes(event.body)
}

/** Refuses keys with which code that copies fields could change what all objects inherit, at any depth. */
function refusePrototypes(body: unknown): void {
  // Not by recursion: a body may be nested deeper than calls may.
  const waiting = [body]
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (Array.isArray(value)) {
      for (const entry of value) if (isObject(entry)) waiting.push(entry)
    } else if (isObject(value)) {
      for (const [key, entry] of Object.entries(value)) {
        if (key === '__proto__' || (key === 'constructor' && isObject(entry) && 'prototype' in entry)) {
          throw new ServiceError('invalid_request', 'The body is not valid JSON.')
        }
        if (isObject(entry)) waiting.push(entry)
      }
    }
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
