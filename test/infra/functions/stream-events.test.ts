import type { Event } from '@cairn/contract/schemas/feed/events'
import { readFeed } from '@cairn/domain/events/feed/read-feed'
import { createChangesHandler } from '@cairn/functions/goal-changes/handler'
import { createLogger } from '@cairn/lambda/logging/logger'
import type { DynamoDBRecord } from 'aws-lambda'
import { describe, expect, it } from 'vitest'
import { createGoal, createLabel, reportOf } from '../../support/people/goals.ts'
import { startWithAda } from '../../support/people/start-with-ada.ts'
import { createWireTable, engineEndpoint } from '../../support/service/engine.ts'
import { startEngineProxy } from '../../support/service/engine-proxy.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { followTable } from '../../support/table/table-stream.ts'

/** The function behind the stream, if a batch has changes of many goals or fails midway. */

const table = stopAfterFile(await createWireTable())
const { ada, signInAs } = await startWithAda({ table, environment: { SEARCH_INDEX: 'stream' } })
const organizationId = (await ada.api.getOrganizationContext()).activeOrganizationId
const stream = await followTable(table.database)
const proxy = stopAfterFile(await startEngineProxy(await engineEndpoint()))
const proxied = stopAfterFile(await createWireTable({ endpoint: proxy.endpoint })).database.client

const announced: string[][] = []
const lines: string[] = []
const newHandler = (listener = async (ids: string[]) => void announced.push(ids)) => {
  const handler = createChangesHandler({
    database: { ...table.database, client: proxied, hasStream: true },
    logger: createLogger('INFO', (line) => lines.push(line)),
    listeners: [listener],
  })
  return (Records: DynamoDBRecord[]) => handler({ Records }, { getRemainingTimeInMillis: () => 60_000 })
}

async function feed(): Promise<Event[]> {
  const { events } = await readFeed(table.database, organizationId, { order: 'asc', limit: 100 })
  return events.map(({ event }) => event)
}

/** Returns the events appended since the last call. */
let known = 0
async function appended(): Promise<string[]> {
  const events = await feed()
  const titles = events.slice(known).map(({ type, goal }) => `${type} ${goal?.title ?? ''}`.trim())
  known = events.length
  return titles
}

/** Publishes, reports on and deletes a goal, and returns the records of the stream. */
async function lifeOfGoal(title: string): Promise<DynamoDBRecord[]> {
  await stream.take()
  const { id: goalId } = await createGoal(ada, { title })
  const published = await stream.take()
  await ada.api.createGoalUpdate({ params: { goalId }, body: reportOf(`Report on ${title}`) })
  const reported = await stream.take()
  await ada.api.deleteGoal({ params: { goalId } })
  return [...published, ...reported, ...(await stream.take())]
}

describe('a batch of the stream', () => {
  it('shares pages, and names goals that have been deleted since', async () => {
    const records = [...(await lifeOfGoal('Oaks')), ...(await lifeOfGoal('Pines'))]
    proxy.reset()
    expect(await newHandler()(records)).toEqual({ batchItemFailures: [] })
    const puts = proxy.calls.filter(({ operation }) => operation === 'PutItem')
    expect(puts).toHaveLength(1)
    expect(await appended()).toEqual([
      'goal.published Oaks',
      'goal.reported Oaks',
      'goal.deleted Oaks',
      'goal.published Pines',
      'goal.reported Pines',
      'goal.deleted Pines',
    ])
    expect(announced.splice(0)).toEqual([[organizationId]])
  })

  it('causes each event once if it is given again after a failure of something else', async () => {
    const records = await lifeOfGoal('Elms')
    const handle = newHandler()
    proxy.setFault(({ operation }) => (operation === 'BatchWriteItem' ? 'status500' : 'pass'))
    const failed = (await handle(records)).batchItemFailures
    expect(failed).toHaveLength(1)
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({
      level: 'ERROR',
      message: 'failed to follow a change',
      organizationId,
    })
    const rest = records.findIndex(({ dynamodb }) => dynamodb?.SequenceNumber === failed[0]?.itemIdentifier)
    proxy.setFault(undefined)
    expect(await handle(records.slice(rest))).toEqual({ batchItemFailures: [] })
    expect(await appended()).toEqual(['goal.published Elms', 'goal.reported Elms', 'goal.deleted Elms'])
    announced.length = 0
  })

  it('is given again from the first event of an organization whose feed cannot be written', async () => {
    const bob = await signInAs('Bob')
    await stream.take()
    await createLabel(bob, 'Of Bob')
    const bobs = await stream.take()
    await createLabel(ada, 'Of Ada')
    const records = [...bobs, ...(await stream.take())]
    const [first] = records.filter(({ dynamodb }) => dynamodb?.NewImage?.__edb_e__?.S === 'event').slice(1)
    const handle = newHandler()
    proxy.setFault(({ operation, body }) =>
      operation === 'PutItem' && JSON.stringify(body).includes('Of Ada') ? 'status500' : 'pass',
    )
    expect(await handle(records)).toEqual({
      batchItemFailures: [{ itemIdentifier: first?.dynamodb?.SequenceNumber }],
    })
    expect(await appended()).toEqual([])
    expect(announced.splice(0)).toHaveLength(1)
    proxy.setFault(undefined)
    expect(await handle(records.slice(records.indexOf(first as DynamoDBRecord)))).toEqual({
      batchItemFailures: [],
    })
    expect(await appended()).toEqual(['label.created'])
    expect(announced.splice(0)).toEqual([[organizationId]])
  })

  it('is done although nobody can be told of its events', async () => {
    await stream.take()
    await createLabel(ada, 'Untold')
    const handle = newHandler(async () => {
      throw new Error('The queue does not answer.')
    })
    expect(await handle(await stream.take())).toEqual({ batchItemFailures: [] })
    expect(await appended()).toEqual(['label.created'])
    expect(lines.at(-1)).toContain('failed to announce new events')
  })
})
