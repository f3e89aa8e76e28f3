import { describe, expect, test } from 'vitest'
import { CairnError } from './errors.ts'
import { CairnWebhookError, isWebhookSecret, type ReceivedWebhook, verifyWebhook } from './webhooks.ts'

// The example of standardwebhooks.com.
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const other = `whsec_${'A'.repeat(32)}`
const at = 1_614_265_330
const body = '{"test": 2432232314}'
const signature = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='
const headers = {
  'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  'webhook-timestamp': String(at),
  'webhook-signature': signature,
}
const now = new Date(at * 1_000)

/** Returns why it is refused; undefined if it is genuine. */
async function problemOf(changes: Partial<ReceivedWebhook> = {}) {
  try {
    await verifyWebhook({ secret, headers, body, now, ...changes })
    return undefined
  } catch (error) {
    if (error instanceof CairnWebhookError) return error.problem
    throw error
  }
}
const withHeaders = (changes: object) => problemOf({ headers: { ...headers, ...changes } })

// The example is genuine, and no message of ours: everything before the body is right.
const genuine = 'wrong_body'

describe('a signature', () => {
  test('is that of Standard Webhooks, of a text or its bytes', async () => {
    expect(await problemOf()).toBe(genuine)
    expect(await problemOf({ body: new TextEncoder().encode(body) })).toBe(genuine)
  })

  test.each([
    ['another secret', { secret: other }],
    ['another body', { body: `${body} ` }],
    ['an empty body', { body: '' }],
    ['another id', { headers: { ...headers, 'webhook-id': 'msg_x' } }],
    ['another time', { headers: { ...headers, 'webhook-timestamp': String(at + 1) } }],
  ])('does not count for %s', async (_, changes) => {
    expect(await problemOf(changes)).toBe('wrong_signature')
  })

  test.each([
    ['the first character', signature.replace('v1,g', 'v1,h')],
    ['the last character', signature.replace('=', '-')],
    ['its version', signature.replace('v1', 'v2')],
    ['its end', signature.slice(0, -1)],
    ['what follows it', `${signature}x`],
    ['nothing behind the version', 'v1,'],
    ['another separator', `${other},${signature}`],
  ])('does not count if it differs in %s', async (_, changed) => {
    expect(await withHeaders({ 'webhook-signature': changed })).toBe('wrong_signature')
  })

  test('may be one of several, in any place, by one of several secrets', async () => {
    const wrong = signature.replace('g', 'h')
    for (const signatures of [`${signature} ${wrong}`, `${wrong} ${signature}`, `v1a,x ${signature}`]) {
      expect(await withHeaders({ 'webhook-signature': signatures })).toBe(genuine)
    }
    for (const secrets of [
      [secret, other],
      [other, secret],
    ]) {
      expect(await problemOf({ secret: secrets })).toBe(genuine)
    }
    expect(await problemOf({ secret: [other] })).toBe('wrong_signature')
  })
})

describe('the time of a message', () => {
  const later = (seconds: number) => new Date((at + seconds) * 1_000)

  test.each([
    [300, genuine],
    [301, 'wrong_time'],
    [-300, genuine],
    [-301, 'wrong_time'],
  ])('is believed %i seconds later: %s', async (seconds, problem) => {
    expect(await problemOf({ now: later(seconds) })).toBe(problem)
  })

  test('may be older if the receiver says so', async () => {
    expect(await problemOf({ now: later(301), toleranceSeconds: 600 })).toBe(genuine)
    expect(await problemOf({ now: later(2), toleranceSeconds: 1 })).toBe('wrong_time')
  })

  test('is compared with the clock by default', async () => {
    await expect(verifyWebhook({ secret, headers, body })).rejects.toMatchObject({ problem: 'wrong_time' })
  })

  test.each(['x', `${at}.5`, `-${at}`, `${at} `, '9'.repeat(13), 'NaN'])(
    'is a number of seconds, and not %j',
    async (timestamp) => {
      const changes = { 'webhook-timestamp': timestamp }
      expect(await problemOf({ headers: { ...headers, ...changes }, toleranceSeconds: Infinity })).toBe(
        'wrong_time',
      )
    },
  )
})

describe('headers', () => {
  test.each([
    ['of Request', new Headers(headers)],
    [
      'with other letters',
      {
        'Webhook-Id': headers['webhook-id'],
        'WEBHOOK-TIMESTAMP': String(at),
        'Webhook-Signature': signature,
      },
    ],
    ['as lists', Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]))],
  ])('are taken %s', async (_, given) => {
    expect(await problemOf({ headers: given })).toBe(genuine)
  })

  test.each(Object.keys(headers))('without %s, or with two of it, are refused', async (name) => {
    for (const value of [undefined, '', [], ['a', 'b']]) {
      expect(await withHeaders({ [name]: value })).toBe('missing_header')
    }
    expect(await withHeaders({ [name.toUpperCase()]: 'x' })).toBe('missing_header')
    const web = new Headers(headers)
    web.delete(name)
    expect(await problemOf({ headers: web })).toBe('missing_header')
  })
})

test.each([
  ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', true],
  [`whsec_${btoa('x'.repeat(32))}`, true],
  [`whsec_${btoa('x'.repeat(25))}`, true],
  [`whsec_${btoa('x'.repeat(32))}`.slice(0, -1), false],
  [`whsec_${btoa('x'.repeat(25))}`.slice(0, -1), false],
  [`whsec_${btoa('x'.repeat(21))}`, false],
  [`${secret} `, false],
  [` ${secret}`, false],
  [secret.replace('M', '-'), false],
  [secret.replace('whsec_', ''), false],
  ['', false],
])('%j can be a secret: %s', (text, expected) => {
  expect(isWebhookSecret(text)).toBe(expected)
})

describe('what the receiver gives', () => {
  test.each([
    ['no secret', { secret: [] }, 'Give at least one secret.'],
    [
      'one wrong secret',
      { secret: [secret, 'x'] },
      'The secret of a webhook starts with whsec_. Copy all of it.',
    ],
    ['a parsed body', { body: JSON.parse(body) }, 'Give the body as it arrived'],
  ])('is refused if it is %s', async (_, changes, message) => {
    const promise = verifyWebhook({ secret, headers, body, now, ...changes })
    await expect(promise).rejects.toThrow(TypeError)
    await expect(promise).rejects.toThrow(message)
  })
})

/** Signs with WebCrypto, as a receiver cannot. */
async function signed(text: string): Promise<ReceivedWebhook> {
  const key = Uint8Array.from(atob(secret.slice(6)), (character) => character.charCodeAt(0))
  const imported = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ])
  const code = await crypto.subtle.sign('HMAC', imported, new TextEncoder().encode(`m.${at}.${text}`))
  const encoded = btoa(String.fromCharCode(...new Uint8Array(code)))
  return {
    secret,
    headers: { 'webhook-id': 'm', 'webhook-timestamp': String(at), 'webhook-signature': `v1,${encoded}` },
    body: text,
    now,
  }
}

describe('a genuine message', () => {
  test('is returned as it was sent, in any script', async () => {
    const message = {
      type: 'goal.reported',
      timestamp: '2026-11-20T10:00:00.000Z',
      data: { summary: 'Öl, 紙' },
    }
    expect(await verifyWebhook(await signed(JSON.stringify(message)))).toEqual(message)
  })

  test.each([
    '',
    'null',
    '[]',
    '"x"',
    '{}',
    '{',
    '{"type":1,"data":{}}',
    '{"type":"x"}',
    '{"type":"x","data":null}',
  ])('with the body %j is not one of the format standard', async (text) => {
    await expect(verifyWebhook(await signed(text))).rejects.toMatchObject({ problem: 'wrong_body' })
  })
})

test('an error is one of the client, and says what is wrong', () => {
  const said = (['missing_header', 'wrong_time', 'wrong_signature', 'wrong_body'] as const).map((problem) => {
    const error = new CairnWebhookError(problem)
    expect(error).toBeInstanceOf(CairnError)
    return [error.name, error.message].join(': ')
  })
  expect(said).toEqual([
    'CairnWebhookError: It has no signature.',
    'CairnWebhookError: It is too old, or the clock is wrong.',
    'CairnWebhookError: The signature is wrong: it has another secret, or was changed.',
    'CairnWebhookError: It is not a message of the format standard.',
  ])
})
