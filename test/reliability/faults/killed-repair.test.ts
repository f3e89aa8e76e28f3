import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import { checkTable } from '@cairn/domain/check-integrity/check-table'
import { scanTable } from '@cairn/domain/storage/database/scan-table'
import type { AnyRecord } from '@cairn/domain/storage/table/entities'
import { repairCommand } from '@cairn/local/commands/repair'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { repairScript, startCommand } from '../../support/service/child-process.ts'
import { createWireTable } from '../../support/service/engine.ts'
import type { EngineCall } from '../../support/service/engine-call.ts'
import { startEngineProxy } from '../../support/service/engine-proxy.ts'
import { runHere } from '../../support/service/machine.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { sampleOf, sampleTitle } from '../../support/test-all.ts'
import { startWithEveryRecord } from './support/every-record.ts'

/** A process that repairs a table, is killed at one of its writes, and is started again. */

/** All of these are lost. The steps of labels and counts wait for indexes, which would only take time here. */
const lostKinds = new Set([
  'goalWords',
  'goalPosting',
  'goalAlarm',
  'goalAcknowledgementCount',
  'invitationAddress',
  'webhookCount',
  'goalTree',
  'goalChild',
  'goalDependent',
  'goalNeighbors',
])

const table = stopAfterFile(await createWireTable())
const proxy = stopAfterFile(await startEngineProxy(table.endpoint))
const { client, tableName } = table.database
const environment = { DYNAMODB_ENDPOINT: proxy.endpoint, TABLE_NAME: tableName }

let damaged: Map<string, AnyRecord>
let repaired: unknown[]
let writes: number

async function records(database = table.database): Promise<Map<string, AnyRecord>> {
  const found = new Map<string, AnyRecord>()
  for await (const page of scanTable(database)) {
    for (const record of page) found.set(`${record.pk} ${record.sk}`, record)
  }
  return found
}

/** Gives the table exactly these records. */
async function write(wanted: Map<string, AnyRecord>): Promise<void> {
  const present = await records()
  for (const [key, { pk, sk }] of present) {
    if (!wanted.has(key)) await client.send(new DeleteCommand({ TableName: tableName, Key: { pk, sk } }))
  }
  for (const [key, Item] of wanted) {
    const isThere = JSON.stringify(present.get(key)) === JSON.stringify(Item)
    if (!isThere) await client.send(new PutCommand({ TableName: tableName, Item }))
  }
}

const isWrite = ({ operation }: EngineCall) =>
  /^(?:Put|Update|Delete|BatchWrite|TransactWrite)/.test(operation)

const stamped = new Set(['goalTree', 'goalChild', 'goalNeighbors'])

/** Everything but what advances with every write, and counts of nothing. */
const withoutVersions = (all: Map<string, AnyRecord>) =>
  [...all].map(([key, { changes: _, version: __, since: ___, ...record }]) => [
    key,
    Object.fromEntries(
      Object.entries(record).filter(
        ([name, value]) => value !== 0 && !(name === 's' && stamped.has(String(record.__edb_e__))),
      ),
    ),
  ])

beforeAll(async () => {
  const service = await startWithEveryRecord()
  const sound = await records(service.table.database)
  await service.stop()
  damaged = new Map([...sound].filter(([, { __edb_e__: kind }]) => !lostKinds.has(String(kind))))
  expect(sound.size - damaged.size).toBeGreaterThan(lostKinds.size)
  await write(damaged)
  proxy.reset()
  expect(await runHere(repairCommand, [], environment)).toMatchObject({ code: 0 })
  writes = proxy.calls.filter(isWrite).length
  repaired = withoutVersions(await records())
  expect(repaired).toEqual(withoutVersions(sound))
})

afterAll(() => proxy.setFault(undefined))

/** Starts a repair and kills it at this write, before or after the table has it. */
async function killAt(moment: number, arrives: boolean): Promise<NodeJS.Signals | null> {
  const command = startCommand(process.execPath, [repairScript], { environment })
  let count = 0
  proxy.setFault((call) => {
    if (!isWrite(call) || ++count !== moment) return count < moment ? 'pass' : 'hang'
    // The process is gone before it could read a response.
    command.process.kill('SIGKILL')
    return arrives ? 'dropAnswer' : 'hang'
  })
  const { signal } = await command.exited
  proxy.setFault(undefined)
  return signal
}

it(`is done by the next one, wherever it is killed (${sampleTitle})`, async () => {
  expect(writes).toBeGreaterThan(10)
  const moments = Array.from({ length: writes }, (_, index) => index + 1).flatMap((moment) => [
    { moment, arrives: false },
    { moment, arrives: true },
  ])
  // Not the first and the last of all: they say least.
  for (const { moment, arrives } of sampleOf(moments.slice(1, -1), 3)) {
    await write(damaged)
    expect(await killAt(moment, arrives), `write ${moment}`).toBe('SIGKILL')
    const next = await runHere(repairCommand, [], environment)
    expect(next, `after write ${moment}`).toMatchObject({ code: 0, stderr: '' })
    expect(withoutVersions(await records()), `after write ${moment}`).toEqual(repaired)
    const found: string[] = []
    for await (const { message } of checkTable(table.database)) found.push(message)
    expect(found, `after write ${moment}`).toEqual([])
  }
})
