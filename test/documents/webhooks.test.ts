import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { event } from '@cairn/contract/schemas/feed/events'
import { signatureOf } from '@cairn/domain/programs/webhooks/message/signature'
import { standardBody } from '@cairn/domain/programs/webhooks/message/standard-body'
import { newWebhookSecret } from '@cairn/domain/programs/webhooks/record/webhook-record'
import { expect, it } from 'vitest'

/** The examples of `packages/contract/WEBHOOKS.md` are true. */

const file = fileURLToPath(new URL('../../packages/contract/WEBHOOKS.md', import.meta.url))
const text = await readFile(file, 'utf8')
const blocksIn = (language: string) =>
  [...text.matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 'gs'))].map(([, block = '']) => block)

type Verify = (secret: string, headers: Record<string, string>, body: string, now?: number) => unknown
type Receive = (secret: string, request: Request) => Promise<unknown>
const client = new URL('../../packages/client/src/index.ts', import.meta.url).href
const [{ receive }, { verify }]: [{ receive: Receive }, { verify: Verify }] = await Promise.all(
  blocksIn('js').map((block) => {
    const code = block.replace("'@cairn/client'", `'${client}'`)
    return import(`data:text/javascript,${encodeURIComponent(code)}`)
  }) as [Promise<{ receive: Receive }>, Promise<{ verify: Verify }>],
)

const secret = newWebhookSecret()
const id = '3f0c1d9e-5b7a-4a1c-9d52-6a4e8f7b2c10'
const timestamp = 1_795_168_800
const now = timestamp * 1000
const [body = ''] = blocksIn('json')
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

it('the client accepts what the service signs, and refuses what is changed', async () => {
  const seconds = Math.floor(Date.now() / 1_000)
  const signed = (text: string) =>
    new Request('https://hooks.example.com', {
      method: 'POST',
      headers: {
        'webhook-id': id,
        'webhook-timestamp': String(seconds),
        'webhook-signature': signatureOf([secret], id, seconds, body),
      },
      body: text,
    })
  expect(await receive(secret, signed(body))).toEqual(JSON.parse(body))
  await expect(receive(secret, signed(`${body} `))).rejects.toThrow('The signature is wrong')
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
