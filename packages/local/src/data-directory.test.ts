import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  createDataDirectory,
  readOrCreateCursorSecret,
  readRunningService,
  removeRunningService,
  writeRunningService,
} from './data-directory.ts'

let parent: string
let directory: string

beforeEach(async () => {
  parent = await mkdtemp(path.join(tmpdir(), 'cairn-'))
  directory = path.join(parent, 'data')
  await createDataDirectory(directory)
})

afterEach(() => rm(parent, { recursive: true }))

const modeOf = async (file: string) => (await stat(file)).mode & 0o777

describe('the data directory', () => {
  it('is for its owner alone', async () => {
    expect(await modeOf(directory)).toBe(0o700)
  })

  it('is refused in one line where it is a file', async () => {
    const file = path.join(parent, 'file')
    await writeFile(file, '')
    await expect(createDataDirectory(file)).rejects.toThrow(
      /^The data directory .* cannot be used: EEXIST\.$/,
    )
  })
})

describe('the cursor secret', () => {
  it('is 256 bits, made once and kept, for its owner alone', async () => {
    const secrets = await Promise.all([1, 2, 3].map(() => readOrCreateCursorSecret(directory)))
    expect(new Set([...secrets, await readOrCreateCursorSecret(directory)]).size).toBe(1)
    expect(Buffer.from(secrets[0] ?? '', 'base64url')).toHaveLength(32)
    expect(await modeOf(path.join(directory, 'secrets.json'))).toBe(0o600)
  })

  it.each(['', '{', '{}', '{"cursorSecret":"short"}'])(
    'is not replaced where the file holds %j',
    async (text) => {
      const file = path.join(directory, 'secrets.json')
      await writeFile(file, text)
      await expect(readOrCreateCursorSecret(directory)).rejects.toThrow(/is damaged/)
      expect(await readFile(file, 'utf8')).toBe(text)
    },
  )
})

describe('the running service', () => {
  const service = { endpoint: 'http://127.0.0.1:1', tableName: 'cairn' }

  it('is found while it runs', async () => {
    await writeRunningService(directory, { ...service, pid: process.pid })
    expect(await readRunningService(directory)).toEqual({ ...service, pid: process.pid })
    await removeRunningService(directory)
    expect(await readRunningService(directory)).toBeUndefined()
  })

  it('is not found where it was killed, or its file is damaged', async () => {
    // Above the largest process id that Linux gives out.
    await writeRunningService(directory, { ...service, pid: 2 ** 22 + 1 })
    expect(await readRunningService(directory)).toBeUndefined()
    await writeFile(path.join(directory, 'service.json'), '{"pid":')
    expect(await readRunningService(directory)).toBeUndefined()
  })

  it('leaves the file of another service alone', async () => {
    await writeRunningService(directory, { ...service, pid: 1 })
    await removeRunningService(directory)
    expect(await readRunningService(directory)).toEqual({ ...service, pid: 1 })
  })
})
