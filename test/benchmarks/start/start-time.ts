import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
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
import { npxIn, packServer } from './packaged-server.ts'

export type StartTime = { start: string; median: number; p95: number; longest: number }

/** The promises of the design: the first response within a second of starting a built app, and within three of npx. */
const maximumMilliseconds = 1_000
const maximumOfNpx = 3_000
const npxStart = 'npx, from the packed file in an empty folder'
const pollMilliseconds = 5
const deadlineMilliseconds = 30_000

export const startTime: Part<StartTime[]> = {
  title: 'Start',
  method:
    'From the start of the process to the first 200 of `GET /health`, with a built web app. Cold: nothing is compiled yet, as at the ' +
    "very first start. Otherwise Node's compile cache is filled, as `npm start` keeps it. The starts take turns in each round. " +
    'npx installs the file in each round, without the network; at most 3,000 ms.',
  measure: measureStarts,
  tables: (rows) =>
    markdownTable(
      ['Start', 'Median, ms', 'p95', 'Longest'],
      rows.map((row) => [row.start, figure(row.median), figure(row.p95), figure(row.longest)]),
    ),
  failures: (rows) =>
    rows
      .map((row) => ({ ...row, maximum: row.start === npxStart ? maximumOfNpx : maximumMilliseconds }))
      .filter((row) => row.median > row.maximum)
      .map(
        (row) => `The first response took ${figure(row.median)} ms (${row.start}), more than ${row.maximum}.`,
      ),
}

function measureStarts(): Promise<StartTime[]> {
  return withTemporaryDirectory(async (directory) => {
    const large = path.join(directory, 'large')
    await fill(large, settings.start.megabytes)
    const filled = path.join(directory, 'cache')
    let count = 0
    const fresh = (name: string) => path.join(directory, `${name}-${count++}`)
    const tarball = settings.start.packs ? await packServer(directory) : undefined
    const starts = {
      cold: () => start(fresh('data'), fresh('cache')),
      'a new data directory': () => start(fresh('data'), filled),
      [`a database of ${settings.start.megabytes} MB`]: () => start(large, filled),
      ...(tarball !== undefined && {
        [npxStart]: async () => start(fresh('data'), '', await npxIn(fresh('npx'), tarball)),
      }),
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

type Started = { command: string[]; folder?: string; environment?: Record<string, string> }

const ofCheckout: Started = { command: [process.execPath, mainScript] }

/** Returns the milliseconds until the service responds, and stops it. */
async function start(
  dataDirectory: string,
  compileCache: string,
  { command, folder, environment } = ofCheckout,
): Promise<number> {
  const port = await freePort()
  const [program = '', ...parameters] = pinned('service', command)
  const began = performance.now()
  const child = spawn(program, parameters, {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATA_DIR: dataDirectory,
      NODE_COMPILE_CACHE: compileCache,
      ...environment,
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
    await stop(dataDirectory, child)
    await closed
  }
}

/** npx passes no signal on, so the process that the service names is stopped. */
async function stop(dataDirectory: string, child: ChildProcess): Promise<void> {
  const state = await readFile(path.join(dataDirectory, 'service.json'), 'utf8').catch(() => undefined)
  if (state === undefined) child.kill('SIGTERM')
  else process.kill(JSON.parse(state).pid, 'SIGTERM')
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
