import { ServiceError } from '@cairn/contract/errors/errors'
import { type FileBody, type Operation, refusesBody } from '@cairn/contract/registry/operation'
import { headerOf, type OperationEvent } from '../event.ts'
import { parseJson } from './parse-json.ts'

export const maximumBodyBytes = 256 * 1024
/** Of a request without a credential: anybody may send it, and its longest field has 512 characters. */
export const maximumAnonymousBodyBytes = 16 * 1024

/** The largest body that an operation takes. */
export function maximumBodyBytesOf({ credential, file }: Pick<Operation, 'credential' | 'file'>): number {
  if (file) return file.maximumBytes
  return credential === 'none' ? maximumAnonymousBodyBytes : maximumBodyBytes
}

/**
 * Refuses a body that is missing, compressed, too large or not UTF-8, before anything parses it.
 * @param maximumBytes  `payload_too_large` beyond it.
 */
export function checkBody(event: OperationEvent, maximumBytes = maximumBodyBytes): void {
  const bytes = checkBytes(event, maximumBytes)
  if (!bytes) return
  event.isBase64Encoded = false
  event.body = decodeUtf8(bytes)
}

/** Refuses a body that is missing, compressed or too large. Returns its bytes if the gateway has encoded them. */
function checkBytes(event: OperationEvent, maximumBytes: number): Buffer | undefined {
  const { body, isBase64Encoded } = event
  if (typeof body !== 'string' || body === '') {
    throw new ServiceError('invalid_request', 'A body is required.')
  }
  if (!isIdentity(headerOf(event, 'content-encoding'))) {
    throw new ServiceError('unsupported_media_type', 'Send the body without compression.')
  }
  const bytes = isBase64Encoded ? Buffer.from(body, 'base64') : undefined
  if ((bytes?.length ?? Buffer.byteLength(body, 'utf8')) > maximumBytes) {
    throw new ServiceError('payload_too_large', `The body must be at most ${maximumBytes / 1024} KiB.`)
  }
  return bytes
}

/** Whether a body with this `Content-Encoding` (RFC 9110, 8.4) is plain text. */
function isIdentity(contentEncoding = ''): boolean {
  return contentEncoding.split(',').every((coding) => /^\s*(?:identity)?\s*$/i.test(coding))
}

function decodeUtf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (cause) {
    throw new ServiceError('invalid_request', 'The body is not valid UTF-8.', { cause })
  }
}

/**
 * Parses the body of an operation that takes one. The parser refuses `__proto__` and similar keys at any depth. Any other change
 * takes no body or an empty object: a field that it does not know yet must not be ignored.
 */
export function readBody(operation: Operation, event: OperationEvent): void {
  const maximumBytes = maximumBodyBytesOf(operation)
  if (refusesBody(operation)) refuseBody(event, maximumBytes)
  if (operation.file) readFile(operation.file, event)
  if (!operation.body) return
  if (operation.mayLackBody && isMissing(event.body)) {
    event.body = {}
    return
  }
  checkBody(event, maximumBytes)
  if (operation.takesForms) formToJson(event)
  parseJson(event)
}

/** Leaves the bytes of a file as they are. A gateway encodes them in base64, unless they happen to be text. */
function readFile({ type, maximumBytes }: FileBody, event: OperationEvent): void {
  const bytes = checkBytes(event, maximumBytes)
  const [sent = ''] = (headerOf(event, 'content-type') ?? '').split(';')
  if (sent.trim().toLowerCase() !== type) {
    throw new ServiceError('unsupported_media_type', `The body must have the content type ${type}.`)
  }
  event.body = bytes ?? Buffer.from(String(event.body))
}

function refuseBody(event: OperationEvent, maximumBytes: number): void {
  if (isMissing(event.body)) return
  checkBody(event, maximumBytes)
  if (!/^[ \t\r\n]*\{[ \t\r\n]*\}[ \t\r\n]*$/.test(String(event.body))) {
    throw new ServiceError('invalid_request', 'Send no body, or an empty object.')
  }
  event.body = undefined
}

const isMissing = (body: unknown) => typeof body !== 'string' || body === ''

/** Turns a form into the JSON body of the same fields. */
function formToJson(event: OperationEvent): void {
  if (!/^application\/x-www-form-urlencoded *(?:;|$)/i.test(headerOf(event, 'content-type') ?? '')) return
  const fields = [...new URLSearchParams(String(event.body))]
  // Which of them counts would depend on who reads.
  if (new Set(fields.map(([name]) => name)).size < fields.length) {
    throw new ServiceError('invalid_request', 'Send each field of the form only once.')
  }
  event.body = JSON.stringify(Object.fromEntries(fields))
  event.headers = { ...event.headers, 'content-type': 'application/json' }
}
