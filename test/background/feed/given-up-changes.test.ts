import { randomUUID } from 'node:crypto'
import { readFeed } from '@cairn/domain/events/feed/read-feed'
import { readGivenUp } from '@cairn/functions/goal-changes/park-given-up'
import { repairCommand } from '@cairn/local/commands/repair'
import type { DynamoDBRecord } from 'aws-lambda'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createLabel } from '../../support/people/goals.ts'
import { startWithAda } from '../../support/people/start-with-ada.ts'
import { createWireTable, engineEndpoint } from '../../support/service/engine.ts'
import { runHere } from '../../support/service/machine.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { followTable } from '../../support/table/table-stream.ts'
import { accessKey, startFakeBucket } from './support/fake-bucket.ts'

/** Batches of the stream that Lambda put into the bucket, because the function failed for 23 hours. */

const bucketName = 'cairn-parked-changes'
const table = stopAfterFile(await createWireTable())
const bucket = stopAfterFile(await startFakeBucket(bucketName))
const { ada } = await startWithAda({ table, environment: { SEARCH_INDEX: 'stream' } })
const { database } = table
const stream = await followTable(database)
const { activeOrganizationId: organizationId } = await ada.api.getOrganizationContext()

beforeEach(async () => {
  bucket.objects.clear()
  vi.stubEnv('AWS_REGION', accessKey.region)
  vi.stubEnv('AWS_ACCESS_KEY_ID', accessKey.id)
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', accessKey.secret)
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', await engineEndpoint())
})

afterEach(() => void vi.unstubAllEnvs())

const environment = { TABLE_NAME: table.tableName, AWS_ENDPOINT_URL_S3: bucket.endpoint }
const run = (...parameters: string[]) => runHere(repairCommand, ['--aws', ...parameters], environment)
const take = (...more: string[]) => run(`--bucket=${bucketName}`, ...more)

/** The records of new labels that nobody has followed. */
async function labelRecords(...names: string[]): Promise<DynamoDBRecord[]> {
  await stream.take()
  for (const name of names) await createLabel(ada, name)
  return (await stream.take()).filter(({ dynamodb }) => dynamodb?.NewImage?.__edb_e__?.S === 'event')
}

/** Puts a batch into the bucket as Lambda does. */
function giveUp(Records: object[], minute: string): string {
  const key = `aws/lambda/${randomUUID()}/shardId-000001/2026/11/27/2026-11-27T10.${minute}.00-${randomUUID()}`
  const object = {
    requestContext: {
      requestId: randomUUID(),
      functionArn: 'arn:aws:lambda:eu-west-1:123456789012:function:changes',
      condition: 'RecordAgeExceeded',
      approximateInvokeCount: 90,
    },
    version: '1.0',
    timestamp: '2026-11-27T10:00:00.000Z',
    DDBStreamBatchInfo: { shardId: 'shardId-000001', batchSize: Records.length },
    payload: JSON.stringify({ Records }),
  }
  bucket.objects.set(key, JSON.stringify(object))
  return key
}

async function toldLabels(): Promise<string[]> {
  const { events } = await readFeed(database, organizationId, { order: 'asc', limit: 100 })
  return events.flatMap(({ event }) => (event.type === 'label.created' ? [event.data.name] : []))
}

it('are taken up by the repair, and leave the bucket, of every page of its list', async () => {
  const records = await labelRecords('One', 'Two', 'Three', 'Four')
  for (const [index, record] of records.entries()) giveUp([record], `0${index}`)
  // Nothing follows from a session.
  giveUp([{ eventName: 'INSERT', dynamodb: { NewImage: { __edb_e__: { S: 'session' } } } }], '59')
  const before = await toldLabels()
  const dry = await take('--dry-run')
  expect(dry).toMatchObject({ code: 0, stdout: expect.stringMatching(/^4 changes that Lambda gave up/) })
  expect(await toldLabels()).toEqual(before)
  expect(bucket.objects.size).toBe(5)

  const { code, stdout } = await take()
  expect(stdout.split('\n').slice(0, 2)).toEqual([
    '4 changes that Lambda gave up moved to the table',
    '4 parked changes taken up',
  ])
  expect(code).toBe(0)
  expect((await toldLabels()).toSorted()).toEqual(['Four', 'One', 'Three', 'Two'])
  expect(bucket.objects.size).toBe(0)
  expect((await take()).stdout).toMatch(/^There is nothing to repair/)
})

it.each(['GET', 'DELETE'])(
  'are taken up once if S3 fails at %s and the repair is run again',
  async (method) => {
    giveUp(await labelRecords(`${method} 1`, `${method} 2`), '00')
    bucket.failNext(method)
    const interrupted = await take()
    expect(interrupted).toMatchObject({ code: 1 })
    expect(interrupted.stderr).toContain(
      `was interrupted: S3 responds with 503 SlowDown for bucket ${bucketName}. Run it again to continue.`,
    )
    expect(bucket.objects.size).toBe(1)
    expect((await take()).code).toBe(0)
    const told = (await toldLabels()).filter((name) => name.startsWith(method))
    expect(told.toSorted()).toEqual([`${method} 1`, `${method} 2`])
    expect(bucket.objects.size).toBe(0)
  },
)

it('remain parked in the table if the repair is of another organization', async () => {
  giveUp(await labelRecords('Mine'), '00')
  expect((await take(`--organization=${randomUUID()}`)).stdout).toMatch(/^1 changes that Lambda gave up/)
  expect(await toldLabels()).not.toContain('Mine')
  expect((await run(`--organization=${organizationId}`)).stdout).toMatch(/^1 parked changes taken up/)
  expect(await toldLabels()).toContain('Mine')
})

it('leave what Lambda did not write in the bucket, and the command names it', async () => {
  const key = giveUp(await labelRecords('Beside'), '00')
  bucket.objects.set('aws/lambda/notes.txt', 'hello')
  bucket.objects.set('a b', '{}')
  const { code, stdout } = await take()
  expect(code).toBe(1)
  expect(stdout).toContain(`not taken up: Lambda did not write aws/lambda/notes.txt (bucket ${bucketName})`)
  expect(stdout).toContain(`not taken up: Lambda did not write a b (bucket ${bucketName})`)
  expect([...bucket.objects.keys()].toSorted()).toEqual(['a b', 'aws/lambda/notes.txt'])
  expect(bucket.objects.has(key)).toBe(false)
  expect(await toldLabels()).toContain('Beside')
})

it.each([
  ['nonsense', 'hello'],
  ['no event', JSON.stringify({ requestContext: { condition: 'x' } })],
  ['no records', JSON.stringify({ requestContext: { condition: 'x' }, payload: '{}' })],
  ['no reason', JSON.stringify({ payload: '{"Records":[]}' })],
  ['null', 'null'],
])('are not read from an object with %s', (_, text) => {
  expect(readGivenUp(text)).toBeUndefined()
})

it('exit 1 with one sentence if the bucket is another one or refuses', async () => {
  expect(await run('--bucket=other-bucket')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('S3 responds with 404 NoSuchBucket for bucket other-bucket.'),
  })
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'wrong')
  expect((await take()).stderr).toContain('S3 responds with 403 SignatureDoesNotMatch')
})

it.each([
  ['a bucket without --aws', [`--bucket=${bucketName}`]],
  ['a name that no bucket has', ['--aws', '--bucket=Not/One']],
])('exit 1 with the usage on %s', async (_, parameters) => {
  const { code, stderr } = await runHere(repairCommand, parameters, environment)
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^Usage: npm run repair/)])
})
