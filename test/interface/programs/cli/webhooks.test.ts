import { createInterface } from 'node:readline'
import { signatureOf } from '@cairn/domain/programs/webhooks/message/signature'
import { newWebhookSecret } from '@cairn/domain/programs/webhooks/record/webhook-record'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { eventually } from '../../../support/eventually.ts'
import { createGoal } from '../../../support/people/goals.ts'
import { startWithAda } from '../../../support/people/start-with-ada.ts'
import { stopAfterFile } from '../../../support/stop-after-file.ts'
import { createMachine, outputOf } from '../support/command.ts'

const { service, ada } = await startWithAda()
const machine = stopAfterFile(await createMachine())
const secret = newWebhookSecret()

let listening: Awaited<ReturnType<typeof listen>>

/** Starts the receiver; settles when it listens. */
async function listen(parameters: string[], environment: Record<string, string>) {
  const child = machine.start(['webhooks', 'listen', ...parameters], { environment })
  const lines: string[] = []
  const notes: string[] = []
  if (child.stdout) createInterface(child.stdout).on('line', (line) => lines.push(line))
  if (child.stderr) createInterface(child.stderr).on('line', (line) => notes.push(line))
  const output = outputOf(child)
  await eventually(() => expect(notes[0]).toMatch(/^Listening on /))
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(notes[0] ?? '')?.[0] ?? ''
  return { child, lines, notes, url, output }
}

beforeAll(async () => {
  listening = await listen(['--json'], { CAIRN_WEBHOOK_SECRET: secret })
})
beforeEach(() => {
  listening.lines.length = 0
  listening.notes.length = 0
})
afterAll(async () => {
  listening.child.kill('SIGINT')
  await listening.output
})

const body = JSON.stringify({ type: 'webhook.test', timestamp: '2026-11-20T10:00:00.000Z', data: {} })

async function send(
  options: { id?: string; seconds?: number; by?: string; text?: string; method?: string } = {},
) {
  const { id = 'm-1', seconds = 0, by = secret, text = body, method = 'POST' } = options
  const at = Math.floor(Date.now() / 1_000) + seconds
  const { status } = await fetch(`${listening.url}/hooks`, {
    method,
    headers: {
      'webhook-id': id,
      'webhook-timestamp': `${at}`,
      'webhook-signature': signatureOf([by], id, at, body),
    },
    ...(method === 'POST' && { body: text }),
  })
  return status
}

it('prints a genuine message once', async () => {
  expect(await send()).toBe(204)
  expect(await send()).toBe(204)
  expect(await send({ id: 'm-2' })).toBe(204)
  await expect.poll(() => listening.lines.map((line) => JSON.parse(line).id)).toEqual(['m-1', 'm-2'])
})

let refused = 0

it.each([
  ['another secret', { by: newWebhookSecret() }, 401],
  ['a changed body', { text: `${body} ` }, 401],
  ['a time long ago', { seconds: -310 }, 401],
  ['a time far ahead', { seconds: 310 }, 401],
  ['too large a body', { text: 'x'.repeat(1_048_577) }, 413],
  ['no body', { method: 'GET' }, 405],
])('refuses a message with %s', async (_, options, status) => {
  expect(await send({ id: 'refused', ...options })).toBe(status)
  // It prints in order: nothing comes before the next message.
  const id = `m-after-${++refused}`
  expect(await send({ id })).toBe(204)
  await expect.poll(() => listening.lines.map((line) => JSON.parse(line).id)).toEqual([id])
})

it('refuses a message without a signature', async () => {
  const { status } = await fetch(listening.url, { method: 'POST', body })
  expect(status).toBe(401)
  await expect.poll(() => listening.notes).toContain('Refused a message: It has no signature.')
})

it('prints what the service sends in one line, and ends after so many', async () => {
  const webhook = await createWebhookFor()
  await createGoal(ada, { title: 'Sent' })
  const { code, stdout } = await webhook.output
  expect(code).toBe(0)
  expect(stdout).toMatch(/Z {2}\S+ published Sent {2}http\S+\/goals\/[\da-f-]{36}\n$/)
})

/** A receiver that somebody creates a webhook for, whose secret is then typed in. */
async function createWebhookFor() {
  // The port must be known before the secret is.
  const probe = await listen([], { CAIRN_WEBHOOK_SECRET: secret })
  probe.child.kill('SIGINT')
  await probe.output
  const { webhook, secret: own } = await ada.api.createWebhook({
    body: { url: `${probe.url}/hooks`, types: ['goal.published'], format: 'standard' },
  })
  expect(webhook.state).toBe('active')
  return listen([`--port=${new URL(probe.url).port}`, '--count=1'], { CAIRN_WEBHOOK_SECRET: own })
}

it('says if the port is taken, or the secret is none', async () => {
  const port = new URL(listening.url).port
  const taken = await machine.cairn(['webhooks', 'listen', `--port=${port}`], { input: secret })
  expect(taken).toMatchObject({ code: 1, stderr: `cairn: Cannot listen on port ${port}: EADDRINUSE\n` })
  const wrong = await machine.cairn(['webhooks', 'listen'], { input: 'secret' })
  expect(wrong).toMatchObject({
    code: 2,
    stderr: 'cairn: The secret of a webhook starts with whsec_. Copy all of it.\n',
  })
  expect(service.origin).toMatch(/^http/)
})
