import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
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
  it('is accessible only to its owner', async () => {
    expect(await modeOf(directory)).toBe(0o700)
  })

  it('is closed to others if it exists, with the files of the service', async () => {
    const files = ['engine.sqlite', 'engine.sqlite-wal', 'secrets.json', 'service.json']
    for (const file of files) await writeFile(path.join(directory, file), '', { mode: 0o644 })
    await chmod(directory, 0o755)
    await createDataDirectory(directory)
    for (const file of files) expect(await modeOf(path.join(directory, file)), file).toBe(0o600)
    expect(await modeOf(directory)).toBe(0o700)
  })

  it('keeps its mode if it holds other files, whose modes stay too', async () => {
    const [own, other] = [path.join(directory, 'engine.sqlite'), path.join(directory, 'notes.txt')]
    for (const file of [own, other]) await writeFile(file, '', { mode: 0o644 })
    await chmod(directory, 0o755)
    await createDataDirectory(directory)
    expect(await modeOf(directory)).toBe(0o755)
    expect(await modeOf(other)).toBe(0o644)
    expect(await modeOf(own)).toBe(0o600)
  })

  it('is created with its parents, by several processes at once', async () => {
    for (const round of Array(50).keys()) {
      const deep = path.join(directory, `${round}/b/c`)
      await Promise.all([1, 2, 3, 4, 5].map(() => createDataDirectory(deep)))
    }
    const deep = path.join(directory, 'a/b/c')
    await createDataDirectory(deep)
    expect(await modeOf(path.join(directory, 'a'))).toBe(0o700)
    expect(await modeOf(deep)).toBe(0o700)
  })

  it.each([
    ['/proc/nothing', 'it cannot be created'],
    ['/proc/nothing/below', 'it cannot be created'],
    ['/dev/null/data', 'a part of its path is not a directory'],
  ])('is refused in one line if it cannot be created: %s', async (impossible, reason) => {
    await expect(createDataDirectory(impossible)).rejects.toThrow(
      `Cannot use the data directory ${impossible} (DATA_DIR): ${reason}.`,
    )
  })

  it('is refused in one line if it is a file', async () => {
    const file = path.join(parent, 'file')
    await writeFile(file, '')
    await expect(createDataDirectory(file)).rejects.toThrow(
      /^Cannot use the data directory .*: it is not a directory\.$/,
    )
  })
})

describe('the cursor secret', () => {
  it('is 256 bits, created once, kept, and readable only by its owner', async () => {
    const secrets = await Promise.all([1, 2, 3].map(() => readOrCreateCursorSecret(directory)))
    expect(new Set([...secrets, await readOrCreateCursorSecret(directory)]).size).toBe(1)
    expect(Buffer.from(secrets[0] ?? '', 'base64url')).toHaveLength(32)
    expect(await modeOf(path.join(directory, 'secrets.json'))).toBe(0o600)
  })

  it.each(['', '{', '{}', '{"cursorSecret":"short"}'])(
    'is not replaced if the file holds %j',
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

  it('is not found if it was killed or its file is damaged', async () => {
    // Above the largest process id of Linux.
    await writeRunningService(directory, { ...service, pid: 2 ** 22 + 1 })
    expect(await readRunningService(directory)).toBeUndefined()
    await writeFile(path.join(directory, 'service.json'), '{"pid":')
    expect(await readRunningService(directory)).toBeUndefined()
  })

  it('keeps the file of another service', async () => {
    await writeRunningService(directory, { ...service, pid: 1 })
    await removeRunningService(directory)
    expect(await readRunningService(directory)).toEqual({ ...service, pid: 1 })
  })
})
