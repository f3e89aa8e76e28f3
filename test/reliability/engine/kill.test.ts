import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import {
  DynamoDBDocumentClient,
  QueryCommand,
  type QueryCommandOutput,
  ScanCommand,
} from '@aws-sdk/lib-dynamodb'
import { attachEngine, databaseFileName, openEngine } from '@cairn/engine'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { compileCache } from '../../support/service/child-process.ts'
import { testsAll } from '../../support/test-all.ts'

const script = fileURLToPath(new URL('support/writer.ts', import.meta.url))
/**
 * The points at which a writer kills itself in its tenth commit: before it, while it writes the log, between the log and the sync, in the
 * sync, or after it, before anybody is told. Another one is killed from outside.
 */
type Moment = 'before COMMIT' | 'in COMMIT' | 'after COMMIT' | 'in the sync' | 'after the sync' | 'any'

const rounds = Number(process.env.ENGINE_KILL_ROUNDS ?? 1)
/** With `commit`, SQLite syncs within COMMIT. */
const inEveryMode: Moment[] = ['any', 'before COMMIT', 'in COMMIT', 'after COMMIT']
/** The outcome of these depends on how far the writer has come. */
const again: Moment[] = testsAll ? ['any', 'in COMMIT'] : []
const moments: Record<'commit' | 'background', Moment[]> = {
  commit: [...inEveryMode, ...again],
  background: [...inEveryMode, ...again, 'in the sync', 'after the sync'],
}

let directory: string
beforeEach(async () => {
  directory = path.join(await mkdtemp(path.join(tmpdir(), 'cairn-kill-')), 'data')
})
afterEach(() => rm(path.dirname(directory), { recursive: true }))

/** Starts a writer, which is killed at a moment or after so many acknowledgements, and returns what was acknowledged. */
async function writeUntilKilled(
  sync: string,
  first: number,
  moment: Moment,
  acknowledgements: number,
): Promise<number[]> {
  const child = spawn(process.execPath, [script, directory, String(first), moment, sync], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_COMPILE_CACHE: compileCache },
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
    if (moment === 'any' && output.split('\n').length > acknowledgements) child.kill('SIGKILL')
  })
  const [, signal] = await once(child, 'close')
  expect(signal).toBe('SIGKILL')
  return output.split('\n').slice(0, -1).map(Number)
}

type Found = { pk: string; sk: string; number: number; text: string; written: number }

type Content = { byNumber: Map<number, Found[]>; expired: number; written: number; indexed: number }

/** The table's items by number of the transaction, its expired items, and the transactions counted. */
async function readAll(): Promise<Content> {
  const engine = openEngine({ directory })
  const client = new DynamoDBClient({ region: 'local' })
  const documents = DynamoDBDocumentClient.from(client)
  attachEngine(documents, engine)
  const items: Found[] = []
  let ExclusiveStartKey: Record<string, unknown> | undefined
  do {
    const page = await documents.send(new ScanCommand({ TableName: 'cairn', ExclusiveStartKey }))
    items.push(...((page.Items ?? []) as Found[]))
    ExclusiveStartKey = page.LastEvaluatedKey
  } while (ExclusiveStartKey)
  const indexed = await countIndexed(documents)
  engine.close()
  const written = items.find(({ pk }) => pk === 'count')?.written ?? 0
  return {
    byNumber: Map.groupBy(
      items.filter(({ pk, sk }) => pk !== 'count' && sk !== 'expired'),
      ({ number }) => number,
    ),
    expired: items.filter(({ sk }) => sk === 'expired').length,
    written,
    indexed,
  }
}

async function countIndexed(documents: DynamoDBDocumentClient): Promise<number> {
  let count = 0
  let page: QueryCommandOutput | undefined
  do {
    const input = {
      TableName: 'cairn',
      IndexName: 'gsi1',
      KeyConditionExpression: 'gsi1pk = :all',
      ExpressionAttributeValues: { ':all': 'all' },
      Select: 'COUNT' as const,
      ExclusiveStartKey: page?.LastEvaluatedKey,
    }
    page = await documents.send(new QueryCommand(input))
    count += page.Count ?? 0
  } while (page.LastEvaluatedKey)
  return count
}

test.each(['commit', 'background'] as const)(
  'kill -9 at any moment loses no acknowledged transaction and tears none; sync: %s',
  async (sync) => {
    const acknowledged: number[] = []
    let first = 0
    let deletedExpired = 0
    const kills = Array.from({ length: rounds }, () => moments[sync]).flat()
    for (const moment of kills) {
      acknowledged.push(...(await writeUntilKilled(sync, first, moment, 1 + Math.random() * 150)))
      const { byNumber, expired, written, indexed } = await readAll()
      const lost = acknowledged.filter((number) => !byNumber.has(number))
      expect(lost).toEqual([])
      for (const [number, items] of byNumber) {
        expect(
          items.map(({ sk }) => sk),
          `transaction ${number}`,
        ).toEqual(['a', 'b', 'c'])
        for (const { text } of items) expect(text).toHaveLength(number % 5_000)
      }
      expect(written).toBe(byNumber.size)
      expect(indexed).toBe(byNumber.size * 3 + expired)
      deletedExpired += byNumber.size - expired
      first = Math.max(-1, ...byNumber.keys()) + 1
    }
    // Not after each kill: an early one comes before the first deletion.
    expect(deletedExpired).toBeGreaterThan(0)
    const database = new DatabaseSync(path.join(directory, databaseFileName), { readOnly: true })
    expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
    database.close()
    expect(acknowledged.length).toBeGreaterThan(kills.length)
    console.info(`${acknowledged.length} acknowledged transactions, ${kills.length} kills`)
  },
)
