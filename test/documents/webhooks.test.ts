import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { event } from '@cairn/contract/schemas/feed/events'
import { signatureOf } from '@cairn/domain/webhooks/message/signature'
import { standardBody } from '@cairn/domain/webhooks/message/standard-body'
import { newWebhookSecret } from '@cairn/domain/webhooks/record/webhook-record'
import { expect, it } from 'vitest'

/** The examples of `packages/contract/WEBHOOKS.md` are true. */

const file = fileURLToPath(new URL('../../packages/contract/WEBHOOKS.md', import.meta.url))
const text = await readFile(file, 'utf8')
const blockIn = (language: string) => new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(text)?.[1] ?? ''

type Verify = (secret: string, headers: Record<string, string>, body: string, now?: number) => unknown
const code = `data:text/javascript,${encodeURIComponent(blockIn('js'))}`
const { verify }: { verify: Verify } = await import(code)

const secret = newWebhookSecret()
const id = '3f0c1d9e-5b7a-4a1c-9d52-6a4e8f7b2c10'
const timestamp = 1_795_168_800
const now = timestamp * 1000
const body = blockIn('json')
const headersOf = (...secrets: string[]) => ({
  'webhook-id': id,
  'webhook-timestamp': String(timestamp),
  'webhook-signature': signatureOf(secrets, id, timestamp, body),
})

it('the message is one that the service sends', () => {
  const message = JSON.parse(body)
  const { goalUrl, ...data } = message.data
  expect(event().parse(data)).toEqual(data)
  expect(standardBody('https://cairn.example.com', data)).toEqual(message)
  expect(goalUrl).toContain(data.goal.id)
})

it('the verification accepts what the service signs, also during a rotation', () => {
  expect(verify(secret, headersOf(secret), body, now)).toEqual(JSON.parse(body))
  expect(verify(secret, headersOf(newWebhookSecret(), secret), body, now)).toEqual(JSON.parse(body))
})

it('the verification refuses other secrets, changed messages and old ones', () => {
  const headers = headersOf(secret)
  expect(() => verify(newWebhookSecret(), headers, body, now)).toThrow('The signature is wrong.')
  expect(() => verify(secret, headers, `${body} `, now)).toThrow('The signature is wrong.')
  expect(() => verify(secret, { ...headers, 'webhook-id': 'other' }, body, now)).toThrow('wrong')
  expect(() => verify(secret, headers, body, now + 300_001)).toThrow('too old')
  expect(() => verify(secret, { ...headers, 'webhook-timestamp': 'x' }, body, now)).toThrow('too old')
})
