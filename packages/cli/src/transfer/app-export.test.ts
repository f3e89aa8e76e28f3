import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readAppExport } from './app-export.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'cairn-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Writes the second of two files after the first, with these changes. Returns what the lines are. */
async function typesWith(changes: object): Promise<string[]> {
  const first = {
    format: 'cairn-organization',
    formatVersion: 1,
    exportedAt: '2026-11-20T10:00:00.000Z',
    organization: { id: 'a', name: 'Acme' },
    part: 1,
    last: false,
    goals: [],
  }
  const parts = [first, { ...first, part: 2, last: true, ...changes }]
  const files = parts.map((_, index) => path.join(folder, `${index}.json`))
  for (const [index, part] of parts.entries()) await writeFile(files[index] ?? '', JSON.stringify(part))
  const types: string[] = []
  for await (const { type } of readAppExport(files.toReversed())) types.push(type)
  return types
}

test('files of one export are read in any order', async () => {
  expect(await typesWith({})).toEqual(['export', 'end'])
})

test.each([
  ['another organization', { organization: { id: 'b', name: 'Acme' } }],
  ['another export', { exportedAt: '2026-11-20T10:00:00.001Z' }],
  ['which is not the last', { last: false }],
  ['with a gap before it', { part: 3 }],
])('a file of %s does not belong to it', async (_, changes) => {
  await expect(typesWith(changes)).rejects.toThrow('not whole')
})
