import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { appendEvents } from '@cairn/domain/events/feed/append-events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reported } from '../../background/webhooks/support/delivery-world.ts'
import { invite } from '../../support/people/invite.ts'
import { signIn } from '../../support/people/sign-in.ts'
import { startReceiver } from '../../support/requests/receiver.ts'
import { createWireTable } from '../../support/service/engine.ts'
import { startEngineProxy } from '../../support/service/engine-proxy.ts'
import { startTestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { builtCode } from '../support/built-code.ts'
import { type BuiltFunction, startBuiltFunction } from '../support/built-function.ts'
import { startFakeSqs } from '../support/fake-aws.ts'
import { production, synthesize, synthLimit } from '../support/synth.ts'
import { bounceOf, configurationSetOf, inputsFor } from './support/bounce-event.ts'

/** Events that AWS gives to the built functions that no request calls. */

const table = stopAfterFile(await createWireTable())
const service = stopAfterFile(await startTestService({ table, background: false }))
const engine = stopAfterFile(await startEngineProxy(table.endpoint))
const sqs = stopAfterFile(await startFakeSqs())
const receiver = stopAfterFile(await startReceiver())
const lines: string[] = []
const functions: BuiltFunction[] = []
let directory: string

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'cairn-events-'))
})

afterAll(async () => {
  for (const built of functions) await built.stop()
  await rm(directory, { recursive: true })
})

async function start(folder: 'due' | 'webhook-deliveries', instance = ''): Promise<BuiltFunction> {
  const built = await startBuiltFunction(
    await builtCode(folder),
    directory,
    folder + instance,
    {
      NODE_ENV: 'test',
      WEBHOOK_TARGETS: 'loopback',
      EMAIL_DELIVERY: 'off',
      WEB_ORIGIN: service.origin,
      TABLE_NAME: table.tableName,
      DYNAMODB_ENDPOINT: engine.endpoint,
      WEBHOOK_QUEUE_URL: sqs.urlOf('WebhookQueue'),
      AWS_REGION: table.region,
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
    },
    lines,
  )
  functions.push(built)
  return built
}

describe('due', () => {
  const address = 'typo@example.com'

  it('marks an invitation that SES could not deliver, and only that one', {
    timeout: synthLimit,
  }, async () => {
    const stack = synthesize(production)
    const configurationSet = configurationSetOf(stack)
    const ada = await signIn(service, { email: 'ada@example.com', displayName: 'Ada' })
    await invite(ada, address)
    await invite(ada, 'fine@example.com')
    const due = await start('due')
    const [input, ...more] = inputsFor(stack, bounceOf(address, configurationSet))
    expect(more).toEqual([])
    expect(await due.invoke(input, 55)).toBeUndefined()
    const { invitations } = await ada.api.listOrganizationInvitations({ query: {} })
    expect(Object.fromEntries(invitations.map((one) => [one.email, one.emailBouncedAt]))).toEqual({
      [address]: '2026-11-20T10:00:00.000Z',
      'fine@example.com': null,
    })
    // SES itself tries again after a transient bounce, and other emails mark nothing.
    expect(inputsFor(stack, bounceOf(address, configurationSet, { bounceType: 'Transient' }))).toEqual([])
    expect(inputsFor(stack, bounceOf(address, configurationSet, { kind: 'digest' }))).toEqual([])
    expect(inputsFor(stack, bounceOf(address, 'of somebody else'))).toEqual([])
  })

  it('fails, so that its dead letter keeps the bounce, if the table fails', async () => {
    const [due] = functions
    const bounce = { bounced: [address], at: '2026-11-20T10:00:00Z' }
    engine.setFault(() => 'status500')
    await expect(due?.invoke(bounce, 55)).rejects.toThrow()
    engine.setFault(undefined)
    expect(await due?.invoke(bounce, 55)).toBeUndefined()
  })
})

describe('webhook-deliveries', () => {
  it('delivers to other organizations while one receiver hangs, which comes again behind them', async () => {
    const names = ['slow', 'quick', 'other']
    const tenants = await Promise.all(
      names.map(async (name) => {
        const person = await signIn(service, { email: `${name}@example.com`, displayName: name })
        const { activeOrganizationId: id } = await person.api.getOrganizationContext()
        await person.api.createWebhook({ body: { url: `${receiver.url}/${name}` } })
        const events = [1, 2].map(() =>
          reported({ id: crypto.randomUUID(), title: 'Goal' }, person.userId, '2026-11-20T10:00:00.000Z'),
        )
        await appendEvents(table.database, id, events)
        return { name, id }
      }),
    )
    const hanging = Promise.withResolvers<void>()
    receiver.answer = async (response, { path }) => {
      if (path.endsWith('/slow')) await hanging.promise
      response.writeHead(204).end()
    }
    const received = (name: string) => receiver.messages.filter((one) => one.path.endsWith(`/${name}`))
    const messages = tenants.map(({ id }) => ({
      messageId: id,
      body: JSON.stringify({ organizationId: id }),
    }))
    const [first, second] = await Promise.all(['-1', '-2'].map((one) => start('webhook-deliveries', one)))
    const [slow, quick, other] = messages
    // One batch has the slow organization and another one; a second instance is free.
    const isDone = { slow: false }
    const batch = first?.invoke({ Records: [slow, quick] }, 10).then((result) => {
      isDone.slow = true
      return result
    })
    await expect.poll(() => received('slow').length).toBe(1)
    expect(await second?.invoke({ Records: [other] }, 60)).toEqual({ batchItemFailures: [] })
    await expect.poll(() => received('quick').length).toBe(2)
    expect([received('other').length, isDone.slow]).toEqual([2, false])

    expect(await batch).toEqual({ batchItemFailures: [] })
    const [tenant] = tenants
    const again = { queue: 'WebhookQueue', body: slow?.body, group: tenant?.id }
    expect(sqs.messages).toEqual([again])
    hanging.resolve()
    receiver.answer = (response) => response.writeHead(204).end()
    expect(await second?.invoke({ Records: [slow] }, 60)).toEqual({ batchItemFailures: [] })
    // The attempt that was cut off is repeated with the same id.
    const ids = received('slow').map(({ id }) => id)
    expect([ids.length, new Set(ids).size]).toEqual([3, 2])
    expect(lines.filter((line) => line.includes('"ERROR"'))).toEqual([])
  })
})
