import type { Event } from '@cairn/contract/schemas/feed/events'
import type { WebhookSender } from '@cairn/domain/background/deliveries/services'
import { wakeDueWebhook } from '@cairn/domain/background/deliveries/wake'
import { sweepRecords } from '@cairn/domain/background/due/sweep-records'
import { appendEvents } from '@cairn/domain/events/feed/append-events'
import { createDeliveriesHandler } from '@cairn/functions/webhook-deliveries/handler'
import { createBackgroundRuntime } from '@cairn/lambda'
import { startWebhookWorker } from '@cairn/local/background/webhook-worker'
import { createWorkerSlots } from '@cairn/local/background/worker-slots'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createClock } from '../../support/service/clock.ts'
import { proxiedPeople, proxyEnvironment } from '../../support/service/proxied.ts'
import { startTestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { expectSoundTable } from '../../support/table/check-table.ts'
import { reported } from './support/delivery-world.ts'
import { createEventSource } from './support/event-source.ts'
import { createSimulatedTime } from './support/simulated-time.ts'

/** Ten organizations whose receivers answer 200 after nine seconds, and one whose receiver answers at once. */

const tarpitMilliseconds = 9_000
const acceptableMilliseconds = 5_000
const clock = createClock()
const service = stopAfterFile(
  await startTestService({
    clock: clock.read,
    environment: { ...proxyEnvironment, RATE_LIMITS: 'off' },
    background: false,
  }),
)
const { database, tableName, attach, endpoint } = service.table
const time = createSimulatedTime(clock)
const people = proxiedPeople(
  service,
  ['good', ...Array.from({ length: 10 }, (_, index) => `tarpit${index}`)],
  clock.read,
)
const tenants = await Promise.all(
  Object.entries(people).map(async ([name, { api, userId }]) => {
    const { activeOrganizationId: organizationId } = await api.getOrganizationContext()
    const createWebhook = (path = '') =>
      api.createWebhook({ body: { url: `https://${name}.example.com/hooks${path}` } })
    const endAll = async () => {
      const { webhooks } = await api.listWebhooks()
      for (const { id } of webhooks) await api.deleteWebhook({ params: { webhookId: id } })
    }
    const states = async () => (await api.listWebhooks()).webhooks.map(({ state }) => state)
    return { name, organizationId, userId, createWebhook, endAll, states }
  }),
)
type Tenant = (typeof tenants)[number]
const [good, ...tarpits] = tenants as [Tenant, ...Tenant[]]

const reportedAt = new Map<string, number>()
const waits: number[] = []
let tarpitAttempts = 0
const sender: WebhookSender = {
  send: async ({ url, headers }) => {
    const isGood = url.startsWith('https://good.')
    if (isGood) waits.push(time.now() - (reportedAt.get(String(headers['webhook-id'])) ?? 0))
    else tarpitAttempts++
    const durationMilliseconds = isGood ? 20 : tarpitMilliseconds
    await time.sleep(durationMilliseconds)
    return { statusCode: 200, error: null, durationMilliseconds }
  },
}

beforeEach(async () => {
  for (const { endAll } of tenants) await endAll()
  reportedAt.clear()
  waits.length = 0
  tarpitAttempts = 0
})

let goals = 0
async function report({ organizationId, userId }: Tenant, count = 1): Promise<void> {
  const events = Array.from({ length: count }, (): Event => {
    const id = `00000000-0000-4000-8000-${String(++goals).padStart(12, '0')}`
    return reported({ id, title: 'Goal' }, userId, clock.timestamp)
  })
  for (const { id } of events) reportedAt.set(id, time.now())
  await appendEvents(database, organizationId, events, clock.read())
}

type Wake = (organizationIds: readonly string[]) => Promise<void>

/**
 * Lets the good tenant report every 2.3 seconds for some minutes, while each tarpit has events for hours, and the sweep does each
 * minute what is due.
 */
async function live(wake: Wake, seconds: number): Promise<void> {
  const everyMilliseconds = 2_300
  let isOver = false
  const goodReports = time.work(async () => {
    // The tarpits are first.
    await time.sleep(1)
    for (let passed = 0; passed < seconds * 1_000; passed += everyMilliseconds) {
      await report(good)
      await wake([good.organizationId])
      await time.sleep(everyMilliseconds)
    }
    isOver = true
  })
  const sweeps = time.work(async () => {
    while (!isOver) {
      await time.sleep(60_000)
      const due = { database, wakeWebhooks: wake, logError: () => undefined }
      await sweepRecords(due, { webhook: wakeDueWebhook }, clock.read(), {
        deadline: Number.POSITIVE_INFINITY,
      })
    }
  })
  const tarpitReports = tarpits.map((tenant) =>
    time.work(async () => {
      await report(tenant, 60)
      await wake([tenant.organizationId])
      // More events keep announcing it.
      while (!isOver) {
        await time.sleep(5_000)
        await wake([tenant.organizationId])
      }
    }),
  )
  await Promise.all([goodReports, sweeps, ...tarpitReports])
}

const longest = (some: readonly number[]) => Math.max(...some)

describe('on AWS', () => {
  /** The handler of the function, behind a queue with instances. */
  function deploy(concurrency: number) {
    const source = createEventSource(time, { concurrency })
    onTestFinished(source.stop)
    const lines: string[] = []
    const runtime = createBackgroundRuntime(
      {
        NODE_ENV: 'test',
        TABLE_NAME: tableName,
        WEB_ORIGIN: service.origin,
        WEBHOOK_TARGETS: 'loopback',
        ...(!attach && { DYNAMODB_ENDPOINT: endpoint }),
      },
      {
        clock: clock.read,
        writeLine: (line) => lines.push(line),
        ...(attach && { attachDatabase: attach }),
      },
    )
    source.connect(createDeliveriesHandler(runtime, { sender, queue: source }))
    return { source, lines }
  }

  it('ten tarpits do not hold a good receiver, from the first moment', async () => {
    for (const { createWebhook } of tenants) await createWebhook()
    const { source, lines } = deploy(50)
    await live(source.send, 150)
    expect(waits).toHaveLength(66)
    expect(longest(waits)).toBeLessThan(acceptableMilliseconds)
    // They have been found out: ten attempts each until then, and few since.
    for (const { states } of tarpits) expect(await states()).toEqual(['failing'])
    expect(tarpitAttempts).toBeLessThan(10 * 13)
    expect(await good.states()).toEqual(['active'])
    const named = lines.map((line) => JSON.parse(line)).map(({ message, host }) => [message, host])
    expect(named.toSorted()).toEqual(
      tarpits.map(({ name }) => ['a webhook is failing', `${name}.example.com`]).toSorted(),
    )
    expect(source.failed).toEqual([])
  })

  it('ten tarpits hold five instances for two attempts at first, and hardly ever once they are failing', async () => {
    for (const { createWebhook } of tenants) await createWebhook()
    const { source } = deploy(5)
    await live(source.send, 360)
    expect(longest(waits)).toBeLessThanOrEqual(2 * tarpitMilliseconds)
    const later = waits.slice(waits.length / 2)
    expect(longest(later)).toBeLessThanOrEqual(tarpitMilliseconds)
    expect(later.filter((wait) => wait >= acceptableMilliseconds).length).toBeLessThan(later.length / 5)
    for (const { states } of tarpits) expect(await states()).toEqual(['failing'])
    expect(source.failed).toEqual([])
  })
})

describe('on one machine', () => {
  it('ten tarpits with three webhooks each do not hold a good receiver, though they take all shared slots', async () => {
    await good.createWebhook()
    for (const { createWebhook } of tarpits) for (const path of ['/a', '/b', '/c']) await createWebhook(path)
    const slots = createWorkerSlots({ shared: 4 })
    let running = 0
    let most = 0
    const errors: unknown[] = []
    const worker = startWebhookWorker({
      services: {
        database,
        webOrigin: service.origin,
        sender,
        email: { enabled: false, deliver: async () => undefined },
        clock: clock.read,
      },
      pollsAtStart: false,
      logError: (_, error) => errors.push(error),
      slots: {
        run: (organizationId, work) =>
          slots.run(organizationId, () =>
            time.work(async () => {
              most = Math.max(most, ++running)
              try {
                return await work()
              } finally {
                running--
              }
            }),
          ),
      },
    })
    await live(worker.wake, 120)
    await worker.stop()
    expect(waits).toHaveLength(53)
    expect(longest(waits)).toBeLessThan(acceptableMilliseconds)
    // One for each organization, and the shared ones.
    expect(most).toBeLessThanOrEqual(11 + 4)
    expect(most).toBeGreaterThanOrEqual(10 + 4)
    expect(errors).toEqual([])
    await expectSoundTable(database)
  })
})
