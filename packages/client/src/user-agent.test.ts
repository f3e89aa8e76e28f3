import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { userAgentOf } from './user-agent.ts'
import { clientVersion } from './version.ts'

test.each([
  [{ process: { versions: { node: '20.1.0' } } }, `bot/1 cairn-client/${clientVersion} node/20.1.0`],
  [
    { Bun: { version: '1.2' }, process: { versions: { node: '22' } } },
    `bot/1 cairn-client/${clientVersion} bun/1.2`,
  ],
  [{ Deno: { version: { deno: '2.1' } } }, `bot/1 cairn-client/${clientVersion} deno/2.1`],
  [{}, `bot/1 cairn-client/${clientVersion}`],
  [{ process: {} }, `bot/1 cairn-client/${clientVersion}`],
  [{ document: {} }, undefined],
])('names program, client and platform: %j', (runtime, header) => {
  expect(userAgentOf('bot/1', runtime)).toBe(header)
})

test('the version is that of the package', () => {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  expect(clientVersion).toBe(version)
})
