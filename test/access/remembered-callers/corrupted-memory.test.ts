import { randomBytes } from 'node:crypto'
import { allOperations, isMutation, type Operation, requestPath } from '@cairn/contract'
import type { Caller } from '@cairn/domain/requests/access'
import { keyOf } from '@cairn/domain/storage/database/keys'
import { shortHash, shortId } from '@cairn/domain/storage/table/short-id'
import type { CallerMemory } from '@cairn/lambda/auth/caller-memory'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { ExampleRequest } from '../../support/operations/example.ts'
import { requestOf } from '../../support/operations/examples.ts'
import { newcomer } from '../../support/people/sessions.ts'
import { createWorld } from '../../support/people/world.ts'
import { createSend, type Send } from '../../support/requests/exchange.ts'
import { noMemory } from '../../support/service/caller-memories.ts'
import { createTestTable } from '../../support/service/engine.ts'
import { startTestService } from '../../support/service/service.ts'
import { sampleOf, sampleTitle } from '../../support/test-all.ts'
import { type Asker, createAskers, type Headers } from './support/askers.ts'
import { changesBetween, takeSnapshot } from './support/changes.ts'
import { garbageAbout, mistakesAbout } from './support/wrong-callers.ts'

/**
 * One service remembers nobody, the other recalls something wrong about everybody. Both give the same responses and make
 * the same changes in the table that they share.
 */

/** Two services with a table. `memory` is what the second recalls, whoever asks, and what it is told to remember. */
async function startPair() {
  const table = await createTestTable()
  const cursorSecret = randomBytes(32).toString('base64url')
  const memory = { recalled: undefined as unknown, recalls: 0, remembered: [] as Caller[] }
  const start = (callers: CallerMemory, webOrigin?: string) => {
    const clock = () => new Date('2026-11-20T10:00:00.000Z')
    const environment = { CURSOR_SECRET: cursorSecret, WEB_ORIGIN: webOrigin }
    return startTestService({ table, background: false, callers, clock, environment })
  }
  const plain = await start(noMemory)
  const recall = () => {
    memory.recalls++
    return memory.recalled as Caller
  }
  const remember = (_: string, caller: Caller) => memory.remembered.push(caller)
  const mistaken = await start({ recall, remember, forget: () => undefined }, plain.origin)
  const sendMistaken = createSend(mistaken, { webOrigin: plain.origin })

  /** Returns what the second service remembers of somebody. */
  async function meet(headers: Headers): Promise<Caller> {
    memory.recalled = undefined
    memory.remembered = []
    await sendMistaken('GET', '/v1/goals', { headers })
    const [caller] = memory.remembered
    if (!caller) throw new Error('Nobody was remembered.')
    return caller
  }

  async function stop(): Promise<void> {
    await mistaken.stop()
    await plain.stop()
    await table.stop()
  }
  return { table, memory, plain, meet, sendPlain: createSend(plain), sendMistaken, stop }
}

type Variant = { title: string; isGood?: true; alter: (request: ExampleRequest) => ExampleRequest }

/** A request that can succeed, and some that are refused before the operation reads. */
function variantsOf({ params, query, body }: Operation): Variant[] {
  const all: (Variant | undefined)[] = [
    { title: 'a good request', isGood: true, alter: (request) => request },
    params && {
      title: 'malformed ids',
      alter: (request) => ({
        ...request,
        params: Object.fromEntries(Object.keys(request.params ?? {}).map((name) => [name, 'x'])),
      }),
    },
    body && { title: 'a malformed body', alter: (request) => ({ ...request, body: { surprise: 1 } }) },
    query && { title: 'a forged cursor', alter: (request) => ({ ...request, query: { cursor: 'x' } }) },
  ]
  return all.filter((variant) => variant !== undefined)
}

/** Replaces what differs from one good request to the next. Ids of users, organizations and tokens stay. */
function createNormalizer(askers: readonly Asker[]): (text: string) => string {
  const kept = askers.map(({ right }) => JSON.stringify(right)).join()
  const keys = new Set(askers.map(({ right }) => keyOf(right.userId)))
  const shortKeys = new Set(
    askers.flatMap(({ right }) => [shortId(right.organizationId), shortHash(right.userId)]),
  )
  return (text) =>
    text
      .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => (kept.includes(id) ? id : '<id>'))
      .replaceAll(/[0-9a-f]{64}/g, (key) => (keys.has(key) ? key : '<key>'))
      .replaceAll(/(?<![\w-])(?:[\w-]{22}|[\w-]{43})(?![\w-])/g, (key) =>
        shortKeys.has(key) ? key : '<short>',
      )
      .replaceAll(/label \d+/gi, '<label>')
      .replaceAll(/\b\d{14}-\d{6}-[\w-]{8}/g, '<change>')
      .replaceAll(/"(cursor|nextCursor)":"[\w-]+"/g, '"$1":"<cursor>"')
      .replaceAll(/"unread":\d+/g, '"unread":"<number>"')
}

const operations = allOperations
  // The next goal is another one each time.
  .filter(({ id, credential }) => credential === 'session_or_token' && id !== 'claimNextGoal')
  .map((operation) => [operation.id, operation] as const)

describe('a memory that is wrong about a caller', () => {
  it.each(sampleOf(operations, 5))(
    `changes nothing that %s returns or writes (${sampleTitle})`,
    async (id, operation) => {
      const { table, memory, plain, meet, sendPlain, sendMistaken, stop } = await startPair()
      onTestFinished(stop)
      const world = await createWorld(plain, newcomer)
      const askers = await createAskers(world, meet)
      const normalize = createNormalizer(askers)

      async function ask(send: Send, { headers }: Asker, { alter }: Variant): Promise<string> {
        if (isMutation(operation)) world.renew()
        const request = alter(await requestOf(id, world))
        const path = requestPath(operation, request)
        const {
          status,
          headers: received,
          text,
        } = await send(operation.method, path, {
          body: request.body,
          headers,
        })
        return normalize([status, received.get('content-type'), received.getSetCookie(), text].join(' '))
      }

      /** Returns what a request of each kind returned, and what all of them changed. */
      async function observe(requests: readonly (() => Promise<string>)[]) {
        const responses: string[] = []
        for (const request of requests) responses.push(await request())
        const before = snapshot
        snapshot = await takeSnapshot(table.database)
        // Which record counts a goal follows from its random id, and each request about an item adds one to an inbox and its
        // email. `count-goals.test.ts` and the tests of the inbox compare the sums.
        const changes = changesBetween(before, snapshot).filter(
          (change) => !/"((goal|inbox)Count|inboxAt)"/.test(change),
        )
        return { responses, changes: changes.map(normalize).toSorted() }
      }

      /** Everything for a good request of those who may do most; less for the others, to save time. */
      function wrongsFor({ name, right }: Asker, { isGood }: Variant): [kind: string, wrong: unknown][] {
        const mistakes = Object.entries(mistakesAbout(right, world))
        if (!isGood) return mistakes.filter((_, index) => index % 3 === 1)
        return name.startsWith('the owner') ? [...mistakes, ...Object.entries(garbageAbout(right))] : mistakes
      }

      await requestOf(id, world)
      let snapshot = await takeSnapshot(table.database)
      for (const asker of askers) {
        for (const variant of variantsOf(operation)) {
          const wrongs = wrongsFor(asker, variant)
          // Some first requests of a kind write that there is any in the organization, or set a timer.
          if (isMutation(operation)) await observe([() => ask(sendPlain, asker, variant)])
          const expected = await observe([() => ask(sendPlain, asker, variant)])
          memory.recalls = 0
          memory.remembered = []
          const actual = await observe(
            wrongs.map(([, wrong]) => () => {
              memory.recalled = wrong
              return ask(sendMistaken, asker, variant)
            }),
          )
          const title = `${asker.name}, ${variant.title}`
          expect(
            Object.fromEntries(wrongs.map(([kind], index) => [kind, actual.responses[index]])),
            title,
          ).toEqual(Object.fromEntries(wrongs.map(([kind]) => [kind, expected.responses[0]])))
          expect(actual.changes, title).toEqual(
            expected.changes.flatMap((change) => wrongs.map(() => change)).toSorted(),
          )
          expect(memory.recalls, title).toBe(wrongs.length)
          // Whoever is verified is remembered rightly from then on.
          for (const caller of memory.remembered) expect(caller, title).toEqual(asker.right)
        }
      }
    },
  )
})
