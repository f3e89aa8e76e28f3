import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createToken } from '../../support/people/api-tokens.ts'
import { createWorld } from '../../support/people/world.ts'
import { compileCache } from '../../support/service/child-process.ts'
import { createTestTable, type TestTable } from '../../support/service/engine.ts'
import { startTestService, type TestService } from '../../support/service/service.ts'
import { testsAll } from '../../support/test-all.ts'
import { type BearerProxy, startBearerProxy } from './support/bearer-proxy.ts'
import type { DoorPath } from './support/post.ts'

/** Scenarios that the suite cannot test here: its own diagnostic tools, prompts, resources and subscriptions, which are not offered. */
const notOffered: Record<string, readonly string[]> = {
  'server-stateless': [
    'sep-2575-server-rejects-undeclared-capability',
    'sep-2575-missing-capability-http-400',
    'sep-2575-http-server-no-independent-requests-on-stream',
    'sep-2575-server-no-log-without-loglevel',
    'sep-2575-server-sends-subscription-ack',
    'sep-2575-server-tags-subscription-id',
  ],
  caching: [
    'sep-2549-prompts-list-caching-hints',
    'sep-2549-resources-list-caching-hints',
    'sep-2549-resources-templates-list-caching-hints',
  ],
}

/** Those of the official suite that apply: others need resources, prompts, streams, or tools of the suite's own server. */
const scenarios: Record<string, readonly string[]> = {
  '2026-07-28': [
    'server-stateless',
    'tools-list',
    'caching',
    'http-header-validation',
    'dns-rebinding-protection',
  ],
  '2025-11-25': ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'],
  '2025-06-18': ['server-initialize', 'ping', 'tools-list'],
}

const command = fileURLToPath(
  new URL('../../../node_modules/@modelcontextprotocol/conformance/dist/index.js', import.meta.url),
)

let table: TestTable
let proxy: BearerProxy
const services: TestService[] = []

beforeAll(async () => {
  table = await createTestTable()
  const target = Promise.withResolvers<{ port: number; secret: string }>()
  proxy = await startBearerProxy(target.promise)
  const service = await startTestService({ table, environment: { WEB_ORIGIN: proxy.origin } })
  const other = await startTestService({ table })
  services.push(service, other)
  const { owner } = await createWorld(other)
  target.resolve({ port: service.port, secret: (await createToken(owner)).secret })
})
afterAll(async () => {
  await proxy?.stop()
  for (const service of services) await service.stop()
  await table?.stop()
})

/** Each scenario is a process of its own. Both doors have the same transport, so the second one is asked by the newest protocol. */
const runs = (['/mcp', '/mcp/work'] as const).flatMap((path) =>
  Object.entries(scenarios)
    .slice(0, path === '/mcp' || testsAll ? undefined : 1)
    .map(([version, names]) => ({ path, version, names })),
)

describe.each(runs)('the conformance suite of $version on $path', ({ path, version, names }) => {
  test.each(names)('%s', async (name) => {
    const checks = await runScenario(path, name, version)
    const idsWith = (outcome: string) =>
      checks.filter((check) => check.outcome === outcome).map(({ id }) => id)
    expect(idsWith('SUCCESS').length).toBeGreaterThan(0)
    expect([...idsWith('FAILURE'), ...idsWith('WARNING')]).toEqual(notOffered[name] ?? [])
  })
})

async function runScenario(
  path: DoorPath,
  name: string,
  version: string,
): Promise<{ id: string; outcome: string }[]> {
  const suite = spawn(
    process.execPath,
    [command, 'server', '--url', `${proxy.origin}${path}`, '--scenario', name, '--spec-version', version],
    { stdio: ['ignore', 'pipe', 'ignore'], env: { ...process.env, NODE_COMPILE_CACHE: compileCache } },
  )
  const output = stripVTControlCharacters(await text(suite.stdout))
  const lines = output.matchAll(/^\S+Z \[(\S+) *\] (SUCCESS|FAILURE|WARNING)/gm)
  return [...lines].map(([, id = '', outcome = '']) => ({ id, outcome }))
}
