import { readFileSync } from 'node:fs'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { validate } from '@scalar/openapi-parser'
import { expect, it } from 'vitest'

const source = readFileSync(new URL('../../../packages/contract/openapi.json', import.meta.url), 'utf8')

/** Findings of the strictest rules that are intended. */
const intended = [
  // A browser is redirected; there is no other success.
  'operation-2xx-response #/paths/~1v1~1auth~1login/get/responses',
  'operation-2xx-response #/paths/~1v1~1auth~1callback/get/responses',
  'operation-2xx-response #/paths/~1v1~1notification-preferences~1unsubscribe/get/responses',
  // Takes nothing that could be wrong.
  'operation-4xx-response #/paths/~1health/get/responses',
  // Returned where there is no operation.
  'no-unused-components #/components/examples/method_not_allowed',
]

it('Redocly finds nothing in the OpenAPI document', async () => {
  const config = await createConfig({ extends: ['recommended-strict'] })
  const problems = await lintFromString({ source, config, absoluteRef: '/openapi.json' })
  const found = problems.map(({ ruleId, location: [place] }) => `${ruleId} ${place?.pointer}`)
  expect(found.filter((problem) => !intended.includes(problem))).toEqual([])
})

it('Scalar finds nothing in the OpenAPI document', async () => {
  expect(await validate(JSON.parse(source))).toMatchObject({ valid: true, errors: [] })
})

it.each([
  ['an operation without an id', (text: string) => text.replace('"operationId": "getGoal",', '')],
  [
    'an unknown reference',
    (text: string) => text.replace('#/components/schemas/Goal"', '#/components/schemas/Gaol"'),
  ],
])('finds %s', async (_, damage) => {
  const config = await createConfig({ extends: ['recommended-strict'] })
  const problems = await lintFromString({ source: damage(source), config, absoluteRef: '/openapi.json' })
  expect(problems.length).toBeGreaterThan(intended.length)
})
