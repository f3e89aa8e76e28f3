/**
 * Every record is stored as it was before: keys, names of attributes and which entity wrote it. Stored data is kept, so a line of
 * `stored-format.txt` changes only with a migration and a test from old data. A new kind of record adds a line (`npx vitest run <this file> -u`).
 */
import { expect, test } from 'vitest'
import { kindNames, kinds, type Parts } from './support/records.ts'

const parts: Parts = {
  organizationId: '6f1f0b6a-0c3e-4c8f-9d5b-2a7e5f0c1d11',
  otherId: '6f1f0b6a-0c3e-4c8f-9d5b-2a7e5f0c1d12',
  thirdId: '00000000-0000-4000-8000-000000000000',
  userId: 'email:Ada',
  email: 'Ada@Example.com',
  name: 'Größe #1 İ',
  idempotencyKey: 'Key#1',
  revision: 7,
  time: '2026-11-20T10:00:00.000Z',
}

test('records have the keys and names that stored data has', async () => {
  const lines = kindNames.map((kind) => `${kind} ${JSON.stringify(sorted(kinds[kind].put(parts)))}`)
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./stored-format.txt')
})

function sorted(item: object): object {
  return { ...(inOrder(item) as object), ...('unsubscribeKey' in item && { unsubscribeKey: 'random' }) }
}

/** The names in a map have no order. */
function inOrder(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(inOrder)
  const entries = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1))
  return Object.fromEntries(entries.map(([name, inner]) => [name, inOrder(inner)]))
}
