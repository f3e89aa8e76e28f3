/** Verifies messages of webhooks, as Standard Webhooks specifies (standardwebhooks.com), with WebCrypto alone. */
import { CairnError } from './errors.ts'
import type { Event } from './generated.ts'

/** The event that a test of a webhook sends, which is in no feed. */
export type WebhookTestEvent = Omit<Event, 'type' | 'goal' | 'data'> & {
  type: 'webhook.test'
  goal: null
  data: Record<string, never>
}

type MessageOf<Sent extends { type: string }> = Sent extends unknown
  ? {
      type: Sent['type']
      /** The time at which the event was recorded. */
      timestamp: string
      data: Sent & {
        /** The page of the goal; null without a goal, or if it is gone. */
        goalUrl: string | null
      }
    }
  : never

/**
 * A message of a webhook: `type` decides what `data.data` has. `data.id` is the same if a message comes again. A newer service may send
 * types that this version does not know, to webhooks that have chosen them.
 */
export type WebhookMessage = MessageOf<Event | WebhookTestEvent>

export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>

export type ReceivedWebhook = {
  /** The secret of the webhook, which begins with `whsec_`. Several while you change it: one of them must have signed. */
  secret: string | readonly string[]
  /** `headers` of a `Request`, of a request of Node, or any object with their names. */
  headers: WebhookHeaders
  /** As it arrived, before any parser: its text or its bytes. */
  body: string | Uint8Array
  /** How old a message may be, and how far ahead of the clock. Default: 300. */
  toleranceSeconds?: number | undefined
  /** Default: the current time. */
  now?: Date | undefined
}

/** Why a message was refused. */
export type WebhookProblem = 'missing_header' | 'wrong_time' | 'wrong_signature' | 'wrong_body'

const problems: Record<WebhookProblem, string> = {
  missing_header: 'It has no signature.',
  wrong_time: 'It is too old, or the clock is wrong.',
  wrong_signature: 'The signature is wrong: it has another secret, or was changed.',
  wrong_body: 'It is not a message of the format standard.',
}

/** The message is not genuine, or not one of Cairn. Do not use it. */
export class CairnWebhookError extends CairnError {
  override readonly name = 'CairnWebhookError'
  readonly problem: WebhookProblem

  constructor(problem: WebhookProblem) {
    super(problems[problem])
    this.problem = problem
  }
}

/**
 * Returns the message of a request to a webhook of the format `standard`, if it is genuine. The same message may come again, also from
 * somebody who recorded it: remember `data.id` of what you have handled.
 * @throws `CairnWebhookError` if it is not genuine, too old, or not one of Cairn.
 * @throws `TypeError` if there is no secret, or `body` is not what arrived.
 */
export async function verifyWebhook({
  secret,
  headers,
  body,
  toleranceSeconds = 300,
  now = new Date(),
}: ReceivedWebhook): Promise<WebhookMessage> {
  const keys = [secret].flat().map(keyOf)
  if (keys.length === 0) throw new TypeError('Give at least one secret.')
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  if (!(bytes instanceof Uint8Array)) {
    throw new TypeError('Give the body as it arrived, a text or bytes, not what a parser made of it.')
  }
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  const signatures = headerOf(headers, 'webhook-signature')
  if (!id || !timestamp || !signatures) throw new CairnWebhookError('missing_header')

  const isRecent =
    /^\d{1,12}$/.test(timestamp) && Math.abs(now.getTime() / 1_000 - Number(timestamp)) <= toleranceSeconds
  if (!isRecent) throw new CairnWebhookError('wrong_time')

  const signed = concatenated(new TextEncoder().encode(`${id}.${timestamp}.`), bytes)
  const expected = await Promise.all(keys.map((key) => signatureOf(key, signed)))
  const received = signatures.split(' ')
  if (!expected.some((one) => received.some((other) => areEqual(one, other)))) {
    throw new CairnWebhookError('wrong_signature')
  }
  return messageIn(bytes)
}

/** At least 24 bytes in base64, as Standard Webhooks says. */
const secretPattern = /^whsec_(?:[A-Za-z0-9+/]{4}){8,}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/** Whether a text can be the secret of a webhook, and nothing is missing at its end. */
export function isWebhookSecret(text: string): boolean {
  return secretPattern.test(text)
}

function keyOf(secret: string): Uint8Array<ArrayBuffer> {
  if (!isWebhookSecret(secret))
    throw new TypeError('The secret of a webhook starts with whsec_. Copy all of it.')
  return Uint8Array.from(atob(secret.slice('whsec_'.length)), (character) => character.charCodeAt(0))
}

/** A header that was sent twice is none: nobody could say which one counts. */
function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  if (typeof headers.get === 'function') return headers.get(name) ?? undefined
  const found = Object.entries(headers).filter(([key]) => key.toLowerCase() === name)
  const values = found.flatMap(([, value]) => value ?? [])
  return values.length === 1 ? values[0] : undefined
}

function concatenated(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(first.length + second.length)
  all.set(first)
  all.set(second, first.length)
  return all
}

async function signatureOf(key: Uint8Array<ArrayBuffer>, signed: Uint8Array<ArrayBuffer>): Promise<string> {
  const { subtle } = crypto
  const imported = await subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const code = new Uint8Array(await subtle.sign('HMAC', imported, signed))
  return `v1,${btoa(String.fromCharCode(...code))}`
}

/** Takes as long wherever the texts differ, so that nobody can find a signature character by character. */
function areEqual(expected: string, received: string): boolean {
  if (expected.length !== received.length) return false
  const differences = Array.from(
    expected,
    (_, index) => expected.charCodeAt(index) ^ received.charCodeAt(index),
  )
  return differences.reduce((all, one) => all | one) === 0
}

/** A genuine body has no other form, unless the webhook has the format `slack`. */
function messageIn(bytes: Uint8Array): WebhookMessage {
  const message = parsed(new TextDecoder().decode(bytes))
  if (typeof message?.type !== 'string' || typeof message.data !== 'object' || message.data === null) {
    throw new CairnWebhookError('wrong_body')
  }
  return message as WebhookMessage
}

function parsed(text: string): Partial<Record<'type' | 'data', unknown>> | null {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
