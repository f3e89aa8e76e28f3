import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { allOperations } from '@cairn/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { samFunctions, samRoutes } from './support/sam.ts'
import { root, type Synthesized, synthesize } from './support/synth.ts'

let stack: Synthesized

beforeAll(() => {
  stack = synthesize({}, { functions: 'built' })
}, 60_000)
afterAll(() => stack.remove())

describe('the template, read as the SAM CLI does', () => {
  it('has a function on disk for every route', () => {
    const functions = new Map(samFunctions(stack).map((found) => [found.logicalId, found]))
    const routes = samRoutes(stack)
    expect(routes).toHaveLength(allOperations.length + 1)
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
    for (const { logicalId, environment } of samFunctions(stack)) {
      if (logicalId.startsWith('GoalCleanup')) continue
      for (const name of Object.keys(documented.Parameters))
        expect(environment, logicalId).toHaveProperty(name)
    }
  })
})
