import { createDeliveriesHandler } from '@cairn/functions/webhook-deliveries/handler'
import { createBackgroundRuntime } from '@cairn/lambda'
import { createWebhookSender } from '@cairn/lambda/webhooks/webhook-sender'
import type { SQSRecord } from 'aws-lambda'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { unknownId } from '../../support/requests/exchange.ts'
import { withStatus } from '../../support/requests/receiver.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { startDeliveryWorld } from './support/delivery-world.ts'

/** The function that takes the messages of the queue. */

const world = stopAfterFile(await startDeliveryWorld())
const { ada, receiver, clock, service, organizationId } = world
const { table } = service
const lines: string[] = []
const runtime = createBackgroundRuntime(
  {
    NODE_ENV: 'test',
    TABLE_NAME: table.tableName,
    WEB_ORIGIN: service.origin,
    WEBHOOK_TARGETS: 'loopback',
    ...(!table.attach && { DYNAMODB_ENDPOINT: table.endpoint }),
  },
  {
    clock: clock.read,
    writeLine: (line) => lines.push(line),
    ...(table.attach && { attachDatabase: table.attach }),
  },
)
const announced: string[][] = []
const options = {
  sender: createWebhookSender('loopback'),
  queue: {
    send: async (ids: readonly string[]) => {
      announced.push([...ids])
    },
  },
}
const handle = createDeliveriesHandler(runtime, options)

beforeEach(() => {
  receiver.messages.length = 0
  receiver.answer = withStatus(204)
  lines.length = 0
  announced.length = 0
})
afterEach(async () => {
  for (const { id } of (await ada.api.listWebhooks()).webhooks) {
    await ada.api.deleteWebhook({ params: { webhookId: id } })
  }
})

const messages = (...bodies: string[]) => ({
  Records: bodies.map((body, index) => ({ messageId: `message ${index}`, body }) as SQSRecord),
})
const about = (id: string) => JSON.stringify({ organizationId: id })
const run = (event: ReturnType<typeof messages>, milliseconds = 60_000) =>
  handle(event, { getRemainingTimeInMillis: () => milliseconds })

describe('a message', () => {
  it('delivers what the webhooks of its organization have not received, however often it comes', async () => {
    await world.createWebhook()
    const events = await world.report(world.newGoal(), 3)
    const batch = messages(about(organizationId), about(organizationId), about(unknownId))
    for (let time = 0; time < 2; time++) expect(await run(batch)).toEqual({ batchItemFailures: [] })
    expect(world.idsReceived()).toEqual(events.map(({ id }) => id))
  })

  it('that is none of the queue fails alone', async () => {
    await world.createWebhook()
    await world.report(world.newGoal())
    expect(await run(messages('nothing', about(organizationId)))).toEqual({
      batchItemFailures: [{ itemIdentifier: 'message 0' }],
    })
    expect(receiver.messages).toHaveLength(1)
  })

  it('fails if the database does, and its work is done later', async () => {
    await world.createWebhook()
    const events = await world.report(world.newGoal())
    const database = { ...runtime.database, tableName: 'there-is-none' }
    const broken = createDeliveriesHandler({ ...runtime, database }, options)
    const event = messages(about(organizationId), about(organizationId))
    const { batchItemFailures } = await broken(event, { getRemainingTimeInMillis: () => 60_000 })
    expect(batchItemFailures).toHaveLength(2)
    expect(lines.join('')).toContain('failed to deliver events to webhooks')
    await run(event)
    expect(world.idsReceived()).toEqual(events.map(({ id }) => id))
  })
})

it('gives webhooks back before its time ends, announces them, and the next sweep continues', async () => {
  const { secret } = await world.createWebhook()
  const events = await world.report(world.newGoal(), 2)
  receiver.answer = () => undefined
  expect(await run(messages(about(organizationId)), 8_300)).toEqual({ batchItemFailures: [] })
  expect(announced).toEqual([[organizationId]])
  receiver.answer = withStatus(204)
  expect(await world.sweep()).toContain(organizationId)
  expect(world.idsReceived()).toEqual([events[0]?.id, events[0]?.id, events[1]?.id])
  expect(lines.join('')).not.toContain(secret.slice(6))
})

describe('an organization that has more to do than one turn', () => {
  const attemptsOf = (milliseconds: number) => {
    world.pace.milliseconds = milliseconds
    return createDeliveriesHandler(runtime, { ...options, sender: world.services.sender })
  }
  afterEach(() => {
    world.pace.milliseconds = undefined
  })
  const context = { getRemainingTimeInMillis: () => 60_000 }

  it.each([
    [100, [100, 120, 120], 1],
    [4_000, [2, 4, 6], 3],
    [5_000, [2, 4, 6], 3],
    [5_001, [1, 2, 3], 3],
    [9_000, [1, 2, 3], 3],
  ])(
    'comes again, behind others: with attempts of %i ms, which end within 10 s',
    async (pace, counts, again) => {
      await world.createWebhook()
      const ids = (await world.report(world.newGoal(), 120)).map(({ id }) => id)
      const handleSlowly = attemptsOf(pace)
      const event = messages(about(organizationId))
      for (const count of counts) {
        const startedAt = clock.read().getTime()
        expect(await handleSlowly(event, context)).toEqual({ batchItemFailures: [] })
        expect(world.idsReceived()).toEqual(ids.slice(0, count))
        expect(clock.read().getTime() - startedAt).toBeLessThanOrEqual(10_000)
      }
      expect(announced).toEqual(Array(again).fill([organizationId]))
    },
  )

  it('ends its turn with the attempt that was running then', async () => {
    await world.createWebhook()
    const ids = (await world.report(world.newGoal(), 3)).map(({ id }) => id)
    const handleSlowly = attemptsOf(100)
    receiver.answer = (response) => {
      world.pace.milliseconds = 9_950
      response.writeHead(204).end()
    }
    await handleSlowly(messages(about(organizationId)), context)
    expect(world.idsReceived()).toEqual(ids.slice(0, 1))
    expect(announced).toHaveLength(1)
  })

  it('is continued by the next sweep if the queue takes no message', async () => {
    await world.createWebhook()
    const ids = (await world.report(world.newGoal(), 3)).map(({ id }) => id)
    world.pace.milliseconds = 9_000
    const broken = createDeliveriesHandler(runtime, {
      sender: world.services.sender,
      queue: { send: () => Promise.reject(new Error('No queue today.')) },
    })
    expect(await broken(messages(about(organizationId)), context)).toEqual({ batchItemFailures: [] })
    expect(lines.join('')).toContain('failed to continue with webhooks')
    expect(world.idsReceived()).toEqual(ids.slice(0, 1))
    world.pace.milliseconds = 20
    expect(await world.sweep()).toContain(organizationId)
    expect(world.idsReceived()).toEqual(ids)
  })
})

it('names a webhook that begins and stops to fail in the log, by its ids and its host', async () => {
  const { id, secret } = await world.createWebhook({ url: `${receiver.url}/secret-path` })
  const { host } = new URL(receiver.url)
  receiver.answer = withStatus(500)
  await world.report(world.newGoal(), 1)
  for (let attempt = 0; attempt < 5; attempt++) {
    await run(messages(about(organizationId)))
    clock.advance({ milliseconds: 60 * 60_000 })
  }
  receiver.answer = withStatus(204)
  await run(messages(about(organizationId)))
  const told = lines.map((line) => JSON.parse(line)).filter(({ webhookId }) => webhookId === id)
  expect(told).toMatchObject([
    {
      level: 'WARN',
      message: 'a webhook is failing',
      organizationId,
      host,
      stateBefore: 'active',
      state: 'failing',
      failingReason: 'errors',
      statusCode: 500,
      reason: 'status 500',
      durationMilliseconds: expect.any(Number),
    },
    { level: 'INFO', message: 'a webhook has recovered', organizationId, host, state: 'active' },
  ])
  expect(lines.join('')).not.toMatch(/secret-path|whsec_/)
  expect(lines.join('')).not.toContain(secret.slice(6))
})
