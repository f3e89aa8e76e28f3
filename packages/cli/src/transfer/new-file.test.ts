import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { publish, writeNewFile } from './new-file.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'cairn-new-file-'))
})
afterEach(() => rm(folder, { recursive: true }))

it('a file that exists is refused before anything is read for it, and stays', async () => {
  const file = path.join(folder, 'export.jsonl')
  await writeFile(file, 'old')
  let isFilled = false
  const fill = async () => {
    isFilled = true
  }
  await expect(writeNewFile(file, fill)).rejects.toThrow(`Cannot write ${file}: it exists`)
  expect(isFilled).toBe(false)
  expect(await readFile(file, 'utf8')).toBe('old')
  expect(await readdir(folder)).toEqual(['export.jsonl'])
})

it('without links, a file that somebody has written meanwhile stays, and otherwise the new one gets its name', async () => {
  const withoutLinks = async () => {
    throw Object.assign(new Error('operation not permitted'), { code: 'EPERM' })
  }
  const [aside, file] = [path.join(folder, 'aside'), path.join(folder, 'file')]
  await writeFile(aside, 'new')
  await writeFile(file, 'old')
  await expect(publish(aside, file, withoutLinks)).rejects.toMatchObject({ code: 'EPERM' })
  expect(await readFile(file, 'utf8')).toBe('old')
  await rm(file)
  await publish(aside, file, withoutLinks)
  expect(await readFile(file, 'utf8')).toBe('new')
  expect(await readdir(folder)).toEqual(['file'])
})
