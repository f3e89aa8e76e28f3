import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { FileSystem } from 'aws-cdk-lib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { excludedFiles } from '../../../infra/edge/site.ts'

let directory: string
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'cairn-site-'))
  for (const folder of ['assets', '.vite'])
    await mkdir(path.join(directory, 'dist', folder), { recursive: true })
  const built = ['index.html', 'sw.js', 'favicon.svg', 'assets/index-1.js', 'assets/font-1.woff2']
  const compressed = built.flatMap((file) => [`${file}.br`, `${file}.gz`])
  for (const file of [...built, ...compressed, '.sources', '.vite/manifest.json'])
    await writeFile(path.join(directory, 'dist', file), file)
})
afterAll(() => rm(directory, { recursive: true }))

it.each([
  ['assets', ['assets/font-1.woff2', 'assets/index-1.js']],
  ['pages', ['favicon.svg', 'index.html', 'sw.js']],
] as const)('uploads the %s of the site, without compressed and internal files', async (upload, files) => {
  const copy = path.join(directory, upload)
  await mkdir(copy)
  FileSystem.copyDirectory(path.join(directory, 'dist'), copy, { exclude: excludedFiles[upload] })
  const entries = await readdir(copy, { recursive: true, withFileTypes: true })
  const copied = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(copy, path.join(entry.parentPath, entry.name)))
  expect(copied.sort()).toEqual(files)
})
