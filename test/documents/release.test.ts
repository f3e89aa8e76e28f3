import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

const run = promisify(execFile)
const script = fileURLToPath(new URL('../../.ci/release', import.meta.url))
const changelog = `# Changelog

## Unreleased

- Not yet.

## 0.2.0 - 2026-12-01

- Faster.

## 0.2.0-beta

- Nearly.

## 0.1.0

`

let checkout = ''

beforeAll(async () => {
  checkout = await mkdtemp(path.join(tmpdir(), 'cairn-release-'))
  await mkdir(path.join(checkout, '.ci'))
  await cp(script, path.join(checkout, '.ci/release'))
  await writeFile(path.join(checkout, 'CHANGELOG.md'), changelog)
})
afterAll(() => rm(checkout, { recursive: true, force: true }))

async function release(tag: string, version: string) {
  await writeFile(path.join(checkout, 'package.json'), JSON.stringify({ version }))
  return run('bash', [path.join(checkout, '.ci/release'), tag])
}

test('.ci/release prints the changelog section of the tag only', async () => {
  expect((await release('v0.2.0', '0.2.0')).stdout.trim()).toBe('- Faster.')
  expect((await release('v0.2.0-beta', '0.2.0-beta')).stdout.trim()).toBe('- Nearly.')
})

test.each([
  ['a tag other than the version in package.json', 'v0.2.0', '0.1.9', 'package.json says 0.1.9'],
  [
    'a version without a section',
    'v0.3.0',
    '0.3.0',
    'The section "## 0.3.0" of CHANGELOG.md is missing or empty',
  ],
  ['an empty section', 'v0.1.0', '0.1.0', 'The section "## 0.1.0" of CHANGELOG.md is missing or empty'],
])('.ci/release fails for %s', async (_, tag, version, reason) => {
  await expect(release(tag, version)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining(reason),
  })
})
