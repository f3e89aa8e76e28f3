import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { allOperations, endpoints } from '@cairn/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { samFunctions, samRoutes } from './support/sam.ts'
import { root, type Synthesized, synthesize, synthesizeAnew, synthLimit } from './support/synth.ts'

/** The functions that no request calls. */
const backgroundPattern = /^(GoalChanges|WebhookDeliveries|Due)Function/

let stack: Synthesized

beforeAll(() => {
  stack = synthesize({}, { functions: 'built' })
}, synthLimit)

describe('the template, as the SAM CLI reads it', () => {
  it('has a function on disk for every route', () => {
    const functions = new Map(samFunctions(stack).map((found) => [found.logicalId, found]))
    const routes = samRoutes(stack)
    expect(routes).toHaveLength(allOperations.length + endpoints.length + 1)
    for (const { functionId } of routes) {
      const found = functions.get(functionId)
      const [file, name] = found?.handler.split('.') ?? []
      const module = path.join(found?.codeDirectory ?? '', `${file}.mjs`)
      expect(existsSync(module), module).toBe(true)
      expect(readFileSync(module, 'utf8')).toMatch(new RegExp(`export\\s*\\{[^}]*\\b${name}\\b`))
    }
  })

  it('names every variable that the documented environment file overrides', () => {
    const documented: { Parameters: Record<string, string> } = JSON.parse(
      readFileSync(path.join(root, 'infra/sam-local.json'), 'utf8'),
    )
    const documentedFor = (logicalId: string) =>
      Object.keys(documented.Parameters).filter((name) =>
        backgroundPattern.test(logicalId)
          ? /^(NODE_ENV|TABLE_NAME|DYNAMODB_ENDPOINT|SEARCH_INDEX|WEB_ORIGIN|METRICS)$/.test(name)
          : name !== 'WEBHOOK_QUEUE_URL',
      )
    for (const { logicalId, environment } of samFunctions(stack)) {
      for (const name of documentedFor(logicalId)) expect(environment, logicalId).toHaveProperty(name)
      if (/^(GoalChanges|Due)/.test(logicalId)) expect(environment).toHaveProperty('WEBHOOK_QUEUE_URL')
      if (/^(WebhookDeliveries|Due)/.test(logicalId)) expect(environment).toHaveProperty('EMAIL_DELIVERY')
    }
  })
})

it('the OpenAPI document of the repository is uploaded with the pages', () => {
  const assets = readdirSync(stack.directory).map((name) => path.join(stack.directory, name, 'openapi.json'))
  const uploaded = assets.filter((file) => existsSync(file)).map((file) => readFileSync(file, 'utf8'))
  const document = readFileSync(path.join(root, 'packages/contract/openapi.json'), 'utf8')
  expect(uploaded).toEqual([JSON.stringify(JSON.parse(document))])
})

const buildScript = path.join(root, 'infra/bundling/build.ts')
const directory = mkdtempSync(path.join(tmpdir(), 'cairn-builds-'))
afterAll(() => rmSync(directory, { recursive: true }))

it(
  'a second synth of the same tree has the same template and assets',
  () => {
    const [first, second] = [stack, synthesizeAnew({}, { functions: 'built' })].map(({ directory }) => {
      const read = (name: string) =>
        JSON.parse(readFileSync(path.join(directory, `Cairn-dev.${name}.json`), 'utf8'))
      return { template: read('template'), files: Object.keys(read('assets').files) }
    })
    expect(second).toEqual(first)
  },
  synthLimit,
)

it('a function is byte-identical in every build, and its source map names relative paths', () => {
  const uses = JSON.stringify({ provider: 'email', email: 'off' })
  // As `function-code.ts` does, and beside another function.
  for (const folders of [['goals'], ['health', 'goals']]) {
    execFileSync(process.execPath, [
      buildScript,
      path.join(directory, String(folders.length)),
      uses,
      ...folders,
    ])
  }
  const [first = {}, second] = [1, 2].map((build) => {
    const code = path.join(directory, String(build), 'goals')
    return Object.fromEntries(
      readdirSync(code).map((name) => [name, readFileSync(path.join(code, name), 'utf8')]),
    )
  })
  // Not `toEqual`, which would print a megabyte.
  expect(Object.keys(second ?? {})).toEqual(['index.mjs', 'index.mjs.map'])
  for (const name of Object.keys(first)) expect(second?.[name] === first[name], name).toBe(true)
  const map = JSON.parse(first['index.mjs.map'] ?? '')
  expect(map.sources).toContain('packages/domain/src/goals/delete-goal.ts')
  for (const source of map.sources) expect(source).not.toMatch(/^(\/|\.\.)/)
})
