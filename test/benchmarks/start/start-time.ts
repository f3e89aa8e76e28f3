import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb'
import { closeDatabase, createDatabase } from '@cairn/domain/storage/database/client'
import { attachEngine, openEngine } from '@cairn/engine'
import { ensureTable } from '@cairn/local/database/table'
import { mainScript } from '../../support/service/child-process.ts'
import { figure, markdownTable } from '../markdown-table.ts'
import type { Part } from '../part.ts'
import { settings } from '../settings.ts'
import { latencyOf, median } from '../statistics/percentiles.ts'
import { pinned } from '../support/cores.ts'
import { localTable } from '../support/in-process.ts'
import { withTemporaryDirectory } from '../support/temporary-directory.ts'

export type StartTime = { start: string; median: number; p95: number; longest: number }

/** The promise of the design: the first response within a second of starting a built app. */
const maximumMilliseconds = 1_000
const pollMilliseconds = 5
const deadlineMilliseconds = 30_000

export const startTime: Part<StartTime[]> = {
  title: 'Start',
  method:
    'From the start of the process to the first 200 of `GET /health`, with a built web app. Cold: nothing is compiled yet, as at the ' +
    "very first start. Otherwise Node's compile cache is filled, as `npm start` keeps it. The starts take turns in each round.",
  measure: measureStarts,
  tables: (rows) =>
    markdownTable(
      ['Start', 'Median, ms', 'p95', 'Longest'],
      rows.map((row) => [row.start, figure(row.median), figure(row.p95), figure(row.longest)]),
    ),
  failures: (rows) =>
    rows
      .filter((row) => row.median > maximumMilliseconds)
      .map(
        (row) =>
          `The first response took ${figure(row.median)} ms (${row.start}), more than ${maximumMilliseconds}.`,
      ),
}

function measureStarts(): Promise<StartTime[]> {
  return withTemporaryDirectory(async (directory) => {
    const large = path.join(directory, 'large')
    await fill(large, settings.start.megabytes)
    const filled = path.join(directory, 'cache')
    let count = 0
    const fresh = (name: string) => path.join(directory, `${name}-${count++}`)
    const starts = {
      cold: () => start(fresh('data'), fresh('cache')),
      'a new data directory': () => start(fresh('data'), filled),
      [`a database of ${settings.start.megabytes} MB`]: () => start(large, filled),
    }
    // Fills the cache, and enables the time to live of the large database.
    await start(large, filled)
    const samples = new Map(Object.keys(starts).map((name) => [name, [] as number[]]))
    for (let round = 0; round < settings.start.rounds; round++) {
      for (const [name, measure] of Object.entries(starts)) samples.get(name)?.push(await measure())
    }
    return [...samples].map(([name, times]) => ({
      start: name,
      median: median(times),
      p95: latencyOf(times).p95,
      longest: Math.max(...times),
    }))
  })
}

/** Returns the milliseconds until the service responds, and stops it. */
async function start(dataDirectory: string, compileCache: string): Promise<number> {
  const port = await freePort()
  const [command = '', ...parameters] = pinned('service', [process.execPath, mainScript])
  const began = performance.now()
  const child = spawn(command, parameters, {
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATA_DIR: dataDirectory,
      NODE_COMPILE_CACHE: compileCache,
    },
    stdio: 'ignore',
  })
  const closed = once(child, 'close')
  try {
    while (!(await isHealthy(port))) {
      if (child.exitCode !== null) throw new Error(`The service ended with ${child.exitCode}.`)
      if (performance.now() - began > deadlineMilliseconds)
        throw new Error('The service did not start in time.')
      await delay(pollMilliseconds)
    }
    return performance.now() - began
  } finally {
    child.kill('SIGTERM')
    await closed
  }
}

async function isHealthy(port: number): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${port}/health`).catch(() => undefined)
  return response?.status === 200
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('The port is unknown.')
  return address.port
}

const itemsPerBatch = 25
const batchesTogether = 20

/** Writes records of about a kilobyte. They are no goals: nothing of this part reads them. */
async function fill(directory: string, megabytes: number): Promise<void> {
  const engine = openEngine({ directory, cacheBytes: 0, sync: 'background' })
  const attach = (client: Parameters<typeof attachEngine>[0]) => attachEngine(client, engine)
  const database = createDatabase({ ...localTable, attach })
  try {
    await ensureTable({ ...localTable, attach })
    const itemOf = (number: number) => ({ pk: `fill-${number}`, sk: '-', text: 'x'.repeat(1_000) })
    const perRound = itemsPerBatch * batchesTogether
    for (let first = 0; first < megabytes * 900; first += perRound) {
      const batches = Array.from({ length: batchesTogether }, (_, batch) =>
        Array.from({ length: itemsPerBatch }, (_, index) => ({
          PutRequest: { Item: itemOf(first + batch * itemsPerBatch + index) },
        })),
      )
      await Promise.all(
        batches.map((requests) =>
          database.client.send(new BatchWriteCommand({ RequestItems: { [database.tableName]: requests } })),
        ),
      )
    }
  } finally {
    closeDatabase(database)
    engine.close()
  }
}
