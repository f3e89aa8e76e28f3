import { randomUUID } from 'node:crypto'
import { DeleteCommand } from '@aws-sdk/lib-dynamodb'
import type { Event } from '@cairn/contract/schemas/feed/events'
import { parkStreamRecord } from '@cairn/domain/background/changes/parked'
import { checkTable } from '@cairn/domain/check-integrity/check-table'
import { readFeed } from '@cairn/domain/events/feed/read-feed'
import { repairTable } from '@cairn/domain/repair/repair-table'
import { repairCommand } from '@cairn/local/commands/repair'
import { expect, it } from 'vitest'
import { createGoal, createLabel, reportOf } from '../../support/people/goals.ts'
import { join } from '../../support/people/invite.ts'
import { startWithAda } from '../../support/people/start-with-ada.ts'
import { repairScript, runScript } from '../../support/service/child-process.ts'
import { createWireTable } from '../../support/service/engine.ts'
import { runHere } from '../../support/service/machine.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { problemsIn } from '../../support/table/check-table.ts'
import { readTable } from '../../support/table/read-table.ts'
import { followTable } from '../../support/table/table-stream.ts'

/** A table whose stream was lost for a while. */

const table = stopAfterFile(await createWireTable())
const { ada, signInAs } = await startWithAda({ table, environment: { SEARCH_INDEX: 'stream' } })
const { database } = table
const stream = await followTable(database)
const bob = await signInAs('Bob')
await join(ada, bob)
const { activeOrganizationId: organizationId } = await ada.api.getOrganizationContext()

const { id: goalId } = await createGoal(ada, { title: 'Plant trees' })
await stream.deliver()
// From here on, nobody follows the stream.
const params = { goalId }
await ada.api.createGoalUpdate({ params, body: reportOf('Ten trees', { health: 'at_risk' }) })
await ada.api.updateGoal({ params, body: { title: 'Plant oaks' } })
await ada.api.createGoalUpdate({ params, body: reportOf('Twenty trees', { expectedRevision: 2 }) })
await bob.api.acknowledgeGoalUpdate({ params: { goalId, revision: '2' } })
await createLabel(ada, 'Forest')
const { id: deletedId } = await createGoal(ada, { title: 'Given up' })
await ada.api.deleteGoal({ params: { goalId: deletedId } })

const feed = async (): Promise<Event[]> => {
  const { events } = await readFeed(database, organizationId, { order: 'asc', limit: 100 })
  return events.map(({ event }) => event)
}
/** A time at which nothing can be on its way to the feed any longer. */
const later = () => new Date(Date.now() + 2 * 60 * 60 * 1000)
const repair = () => repairTable(database, { now: later() })
const typesOf = (events: Event[]) => events.map(({ type }) => type)

it('is preceded by an integrity check that finds what is missing', async () => {
  const found: string[] = []
  for await (const { message } of checkTable(database, { now: later() })) found.push(message)
  expect(found).toContainEqual(`the feed of organization ${organizationId} lacks 6 events`)
})

it('leaves alone what may be on its way', async () => {
  const before = await feed()
  expect(await repairTable(database)).not.toHaveProperty('events appended to feeds')
  expect(await feed()).toEqual(before)
})

it('appends the events that are missing, as the stream would have told them, and none twice', async () => {
  const before = await feed()
  expect(await repair()).toEqual({ 'events appended to feeds': 6 })
  const appended = (await feed()).slice(before.length)
  expect(typesOf(appended).toSorted()).toEqual([
    'goal.deleted',
    'goal.edited',
    'goal.reported',
    'goal.reported',
    'label.created',
    'report.acknowledged',
  ])
  const ofGoal = appended.filter(({ goal }) => goal?.id === goalId)
  expect(ofGoal).toMatchObject([
    { type: 'goal.reported', data: { revision: 2, previous: { status: 'active', health: null } } },
    { type: 'report.acknowledged', data: { revision: 2 } },
    { type: 'goal.edited', data: { version: 3, fields: ['title'] } },
    { type: 'goal.reported', data: { revision: 3, previous: { status: 'active', health: 'at_risk' } } },
  ])
  expect(await repair()).toEqual({})
  expect(problemsIn(await readTable(database))).toEqual([])
})

it('writes a feed again that was lost as a whole', async () => {
  const { feedPage } = await readTable(database)
  for (const { pk, sk } of feedPage) {
    await database.client.send(new DeleteCommand({ TableName: database.tableName, Key: { pk, sk } }))
  }
  expect(await repair()).toEqual({ 'events appended to feeds': 10 })
  const reported = (await feed()).filter(({ type }) => type === 'goal.reported')
  expect(reported).toMatchObject([
    { data: { previous: { status: 'active', health: null } } },
    { data: { previous: { status: 'active', health: 'at_risk' } } },
  ])
})

it('is a command, which explains itself', async () => {
  const environment = { DYNAMODB_ENDPOINT: table.endpoint, TABLE_NAME: table.tableName }
  const run = (...parameters: string[]) => runHere(repairCommand, parameters, environment)
  const nothing = `There is nothing to repair in table ${table.tableName}.\n`
  const ran = { code: 0, signal: null, stderr: '', stdout: nothing }
  expect(await runScript(repairScript, [], environment)).toEqual(ran)
  const [words] = (await readTable(database)).goalWords
  if (!words) throw new Error('There are no words.')
  const { pk, sk } = words
  await database.client.send(new DeleteCommand({ TableName: database.tableName, Key: { pk, sk } }))
  expect(await run('--dry-run')).toEqual({
    code: 0,
    stderr: '',
    stdout: `1 words of goals written\nTable ${table.tableName} needs 1 corrections. Nothing was written.\n`,
  })
  expect(await run(`--organization=${organizationId}`)).toEqual({
    code: 0,
    stderr: '',
    stdout: `1 words of goals written\nTable ${table.tableName} got 1 corrections.\n`,
  })
  for (const wrong of ['--organization=acme', '--since=soon', '--all']) {
    const refused = { code: 1, stderr: expect.stringMatching(/^Usage: npm run repair/) }
    expect(await run(wrong)).toMatchObject(refused)
  }
})

it('takes up changes that were parked, and names those that remain parked', async () => {
  const environment = { DYNAMODB_ENDPOINT: table.endpoint, TABLE_NAME: table.tableName }
  const run = (...parameters: string[]) => runHere(repairCommand, parameters, environment)
  await stream.take()
  await createLabel(ada, 'Parked')
  const [record] = (await stream.take()).filter(
    ({ dynamodb }) => dynamodb?.NewImage?.__edb_e__?.S === 'event',
  )
  if (!record) throw new Error('There is no event.')
  await parkStreamRecord(database, { id: 'one', organizationId, record }, new Error('poisoned'), new Date())
  const broken = { ...record, dynamodb: { NewImage: { x: { UNKNOWN: '1' } } } }
  const other = randomUUID()
  await parkStreamRecord(database, { id: 'two', organizationId: other, record: broken }, 'reason', new Date())
  const found: string[] = []
  for await (const { message } of checkTable(database)) found.push(message)
  expect(found).toContainEqual('change one was parked: Error: poisoned')
  expect((await run('--dry-run', `--organization=${organizationId}`)).stdout).toMatch(
    /^1 parked changes taken up/,
  )
  expect((await run(`--organization=${organizationId}`)).stdout).toMatch(/^1 parked changes taken up/)
  const latest = (await feed()).at(-1)
  expect(latest).toMatchObject({ type: 'label.created', data: { name: 'Parked' } })
  const { code, stdout } = await run()
  expect(code).toBe(1)
  expect(stdout).toContain('still parked: ')
  expect(stdout).toContain('(change two)')
})
