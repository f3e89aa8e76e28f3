/**
 * Data that is stored is kept. `stored-data-1.json` has a table of format 1 as it was written once, item by item, with answers about it.
 * Today's code must give these answers, with fields added at most, find the table whole, and go on from it. A format after it comes with
 * a file of its own; this one stays.
 *
 * `WRITE_STORED_DATA=1 npx vitest run test/interface/compatibility/stored-data.test.ts` writes the file of the current format;
 * `npx biome check --write` formats it.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createCairnClient } from '@cairn/client'
import { writeBatches } from '@cairn/domain/storage/database/batch-write'
import { scanTable } from '@cairn/domain/storage/database/scan-table'
import { currentFormat } from '@cairn/domain/storage/table/entities/format'
import { expect, test } from 'vitest'
import { programWith } from '../../support/people/api-tokens.ts'
import { createGoal } from '../../support/people/goals.ts'
import { browserOf, signInAgain } from '../../support/people/sign-in.ts'
import { startWithAda } from '../../support/people/start-with-ada.ts'
import { createSend } from '../../support/requests/exchange.ts'
import { createClock } from '../../support/service/clock.ts'
import { createTestTable } from '../../support/service/engine.ts'
import { startTestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { expectSoundTable } from '../../support/table/check-table.ts'
import { seedEverything } from './seed-everything.ts'

type StoredData = {
  /** Of the clock, when it was written. */
  at: string
  person: { email: string; userId: string; cookie: string }
  /** Of an API token. */
  secret: string
  goalId: string
  /** The bodies of responses, by path. */
  answers: Record<string, unknown>
  items: Record<string, unknown>[]
}

const file = (format: number) => new URL(`stored-data-${format}.json`, import.meta.url)

if (process.env.WRITE_STORED_DATA) {
  const clock = createClock()
  const { service, ada, send, signInAs } = await startWithAda({ clock: clock.read })
  const { goalId, secret, paths } = await seedEverything(ada, await signInAs('Bob'))
  const answers: StoredData['answers'] = {}
  for (const path of paths) {
    // A cursor is sealed with the secret of the service that gave it.
    const { cursor: _, ...answer } = (await send('GET', path)).body as Record<string, unknown>
    answers[path] = answer
  }
  const items: StoredData['items'] = []
  for await (const page of scanTable(service.database)) items.push(...page)
  const { email, userId, cookie } = ada
  const data: StoredData = {
    at: clock.timestamp,
    person: { email, userId, cookie },
    secret,
    goalId,
    answers,
    items,
  }
  writeFileSync(file(currentFormat), `${JSON.stringify(data, null, 2)}\n`)
}

test('the current format has a file', () => {
  expect(() => readFileSync(file(currentFormat))).not.toThrow()
})

const data: StoredData = JSON.parse(readFileSync(file(1), 'utf8'))
const clock = createClock(data.at)
const table = await createTestTable()
await writeBatches(
  table.database,
  data.items.map((Item) => ({ PutRequest: { Item } })),
)
const service = stopAfterFile(await startTestService({ clock: clock.read, table }))
const ada = browserOf(service, data.person)

/** A webhook of all types has those that have come since, too. */
function withLaterTypes(answer: object): object {
  return JSON.parse(JSON.stringify(answer), (name, value) =>
    name === 'types' && Array.isArray(value) ? expect.arrayContaining(value) : value,
  )
}

test.each(Object.keys(data.answers))('GET %s answers as when it was written', async (path) => {
  const { status, body } = await createSend(service, data.person)('GET', path)
  expect(status).toBe(200)
  expect(body).toMatchObject(withLaterTypes(data.answers[path] as object))
})

test('the table is whole, in its old form and after it was written to', async () => {
  await expectSoundTable(table.database)
  const { goal } = await ada.api.getGoal({ params: { goalId: data.goalId } })
  const params = { goalId: goal.id }
  const { goal: edited } = await ada.api.updateGoal({ params, body: { title: 'Written to today' } })
  expect(edited.version).toBe(goal.version + 1)
  const program = programWith(service, { secret: data.secret })
  const { update } = await program.createGoalUpdate({
    params,
    body: {
      summary: 'Written today.',
      details: 'In the form of today.',
      status: 'active',
      expectedRevision: goal.revision,
      idempotencyKey: 'written-today',
    },
  })
  expect(update.previousHash).toBe(edited.historyHash)
  await expectSoundTable(table.database)
})

test('its histories verify, also once the goals get parents and blockers', async () => {
  const client = createCairnClient({ origin: service.origin, token: data.secret })
  const { goal } = await ada.api.getGoal({ params: { goalId: data.goalId } })
  expect(goal).toMatchObject({ parentGoalId: null, ancestors: [], blockedBy: [], rollup: null })
  const before = await client.verify(goal.id)
  expect(before).toMatchObject({ withheld: 0, problems: [] })
  expect(before.entries).toBeGreaterThan(2)
  const [parent, blocker] = [
    await createGoal(ada, { title: 'Above' }),
    await createGoal(ada, { title: 'Before' }),
  ]
  await ada.api.updateGoal({
    params: { goalId: goal.id },
    body: { parentGoalId: parent.id, blockedByGoalIds: [blocker.id] },
  })
  expect(await client.verify(goal.id)).toMatchObject({
    entries: before.entries + 1,
    withheld: 0,
    problems: [],
  })
  await expect
    .poll(async () => (await ada.api.getGoal({ params: { goalId: parent.id } })).goal.rollup?.descendants)
    .toBe(1)
  await expectSoundTable(table.database)
})

test('its people sign in with their passwords', async () => {
  const { userId } = await signInAgain(service, { email: data.person.email, displayName: 'Ada' })
  expect(userId).toBe(data.person.userId)
})
