import { createDeliveriesHandler } from '@cairn/functions/webhook-deliveries/handler'
import { createBackgroundRuntime } from '@cairn/lambda'
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
const handle = createDeliveriesHandler(runtime)

beforeEach(() => {
  receiver.messages.length = 0
  receiver.answer = withStatus(204)
  lines.length = 0
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
    const broken = createDeliveriesHandler({
      ...runtime,
      database: { ...runtime.database, tableName: 'there-is-none' },
    })
    const event = messages(about(organizationId), about(organizationId))
    const { batchItemFailures } = await broken(event, { getRemainingTimeInMillis: () => 60_000 })
    expect(batchItemFailures).toHaveLength(2)
    expect(lines.join('')).toContain('failed to deliver events to webhooks')
    await run(event)
    expect(world.idsReceived()).toEqual(events.map(({ id }) => id))
  })
})

it('gives webhooks back before its time ends, and the next sweep continues', async () => {
  const { secret } = await world.createWebhook()
  const events = await world.report(world.newGoal(), 2)
  receiver.answer = () => undefined
  expect(await run(messages(about(organizationId)), 8_300)).toEqual({ batchItemFailures: [] })
  receiver.answer = withStatus(204)
  expect(await world.sweep()).toContain(organizationId)
  expect(world.idsReceived()).toEqual([events[0]?.id, events[0]?.id, events[1]?.id])
  expect(lines.join('')).not.toContain(secret.slice(6))
})
