import { DeleteCommand } from '@aws-sdk/lib-dynamodb'
import type { Event } from '@cairn/contract/schemas/feed/events'
import { readFeed } from '@cairn/domain/events/feed/read-feed'
import { repairFeed } from '@cairn/domain/events/repair-feed'
import { daysAfter } from '@cairn/domain/requests/context'
import { feedRepair } from '@cairn/local/commands/feed-repair'
import { expect, it } from 'vitest'
import { createGoal, createLabel, reportOf } from '../../support/people/goals.ts'
import { join } from '../../support/people/invite.ts'
import { startWithAda } from '../../support/people/start-with-ada.ts'
import { feedRepairScript, runScript } from '../../support/service/child-process.ts'
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
const yesterday = () => daysAfter(new Date(), -1)
const repair = (since = yesterday()) => repairFeed(database, { since, now: new Date() })
const typesOf = (events: Event[]) => events.map(({ type }) => type)

it('appends nothing of before a time', async () => {
  const before = await feed()
  expect(await repair(daysAfter(new Date(), 1))).toEqual({ found: 0, appended: 0 })
  expect(await feed()).toEqual(before)
})

it('appends the events that are missing, as the stream would have told them, and none twice', async () => {
  const before = await feed()
  // Those of the invitation, the member and the published goal are in the feed.
  expect(await repair()).toEqual({ found: 10, appended: 6 })
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
  expect(await repair()).toEqual({ found: 10, appended: 0 })
  // The words are not of the feed.
  const problems = problemsIn(await readTable(database)).filter((problem) => !problem.includes('postings'))
  expect(problems).toEqual([])
})

it('writes a feed again that was lost as a whole', async () => {
  const { feedPage } = await readTable(database)
  for (const { pk, sk } of feedPage) {
    await database.client.send(new DeleteCommand({ TableName: database.tableName, Key: { pk, sk } }))
  }
  expect(await repair()).toEqual({ found: 10, appended: 10 })
  const reported = (await feed()).filter(({ type }) => type === 'goal.reported')
  expect(reported).toMatchObject([
    { data: { previous: { status: 'active', health: null } } },
    { data: { previous: { status: 'active', health: 'at_risk' } } },
  ])
})

it('is a command, which explains itself', async () => {
  const environment = { DYNAMODB_ENDPOINT: table.endpoint, TABLE_NAME: table.tableName }
  const run = (...parameters: string[]) => runHere(feedRepair, parameters, environment)
  expect(await runScript(feedRepairScript, [], environment)).toEqual({
    code: 0,
    signal: null,
    stderr: '',
    stdout: expect.stringMatching(
      /^Found 10 events since .* in table .*, and appended 0 that were missing\.\n$/,
    ),
  })
  expect((await run('--since=2100-01-01')).stdout).toMatch(/^Found 0 events since 2100-01-01T00:00:00.000Z /)
  for (const wrong of ['--since=soon', '--all']) {
    expect(await run(wrong)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Usage: npm run feed:repair/),
    })
  }
})
