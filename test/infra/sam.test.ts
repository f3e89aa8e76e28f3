import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { allOperations, endpoints } from '@cairn/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { samFunctions, samRoutes } from './support/sam.ts'
import { root, type Synthesized, synthesize, synthLimit } from './support/synth.ts'

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
