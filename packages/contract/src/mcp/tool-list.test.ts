import { expect, test } from 'vitest'
import { createGoalUpdateRequest } from '../schemas/goals/goal-history.ts'
import { createGoalLabelRequest } from '../schemas/goals/goal-labels.ts'
import { createGoalRequest } from '../schemas/goals/goals.ts'
import { listedTools } from './tool-list.ts'

const goal = { detailedDescription: 'Text', timeframe: { kind: 'continuous' } }
const report = { status: 'active', summary: 'S', details: 'D', expectedRevision: 1, idempotencyKey: 'k' }
const text = (length: number) => 'x'.repeat(length)
const list = (length: number, element: (index: number) => unknown) =>
  Array.from({ length }, (_, index) => element(index))
const id = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
const measure = { title: 'M', start: 0, target: 1 }
const verdict = { criterionId: id(1), result: 'met' }

type Schema = { properties: Record<string, Schema>; items: Schema } & Record<string, number>

const toolNamed = (name: string) => listedTools().find((one) => one.name === name)

// The first test that lists the tools, and one: the list is made once.
test('a tool says what it takes and what it returns, without what costs a model more than it helps', () => {
  expect(toolNamed('get_goal')?.inputSchema).toEqual({
    type: 'object',
    properties: {
      goalId: { type: 'string' },
      path: { type: 'string' },
      offset: { type: 'integer' },
      maxKiB: {
        type: 'integer',
        minimum: 4,
        maximum: 64,
        description: 'Default 16',
      },
    },
    required: ['goalId'],
  })
  expect(toolNamed('edit_goal')?.inputSchema).toMatchObject({
    properties: {
      cadence: { anyOf: [{ properties: { everyDays: { type: 'integer', maximum: 366 } } }, {}] },
    },
  })
  expect(toolNamed('edit_goal')?.inputSchema).toHaveProperty('properties.expectedVersion', {
    type: 'integer',
    description: 'The `version` that you read',
  })

  expect(toolNamed('get_history')?.outputSchema).toEqual({
    type: 'object',
    properties: {
      entries: { type: 'array' },
      nextCursor: { type: ['string', 'null'] },
      entry: { type: 'object' },
      part: {},
    },
  })
  for (const { outputSchema } of listedTools()) {
    for (const name of ['notice', 'cut', 'error']) expect(outputSchema.properties).not.toHaveProperty(name)
  }
})

/** A limit in a tool's schema and in its operation: the limit is accepted, one more is not. */
test.each<
  [
    tool: string,
    path: string,
    keyword: string,
    schema: typeof createGoalRequest,
    body: (limit: number) => object,
  ]
>([
  ['publish_goal', 'title', 'maxLength', createGoalRequest, (n) => ({ ...goal, title: text(n) })],
  ['publish_goal', 'labelIds', 'maxItems', createGoalRequest, (n) => ({ ...goal, labelIds: list(n, id) })],
  [
    'publish_goal',
    'criteria',
    'maxItems',
    createGoalRequest,
    (n) => ({ ...goal, criteria: list(n, () => ({ title: 'C', description: 'D' })) }),
  ],
  [
    'publish_goal',
    'criteria.title',
    'maxLength',
    createGoalRequest,
    (n) => ({ ...goal, criteria: [{ title: text(n), description: 'D' }] }),
  ],
  [
    'publish_goal',
    'criteria.description',
    'maxLength',
    createGoalRequest,
    (n) => ({ ...goal, criteria: [{ title: 'C', description: text(n) }] }),
  ],
  [
    'publish_goal',
    'measures',
    'maxItems',
    createGoalRequest,
    (n) => ({ ...goal, measures: list(n, () => measure) }),
  ],
  [
    'publish_goal',
    'measures.title',
    'maxLength',
    createGoalRequest,
    (n) => ({ ...goal, measures: [{ ...measure, title: text(n) }] }),
  ],
  [
    'publish_goal',
    'measures.unit',
    'maxLength',
    createGoalRequest,
    (n) => ({ ...goal, measures: [{ ...measure, unit: text(n) }] }),
  ],
  [
    'publish_goal',
    'cadence.everyDays',
    'maximum',
    createGoalRequest,
    (n) => ({ ...goal, cadence: { everyDays: n } }),
  ],
  [
    'report_progress',
    'summary',
    'maxLength',
    createGoalUpdateRequest as never,
    (n) => ({ ...report, summary: text(n) }),
  ],
  [
    'report_progress',
    'runId',
    'maxLength',
    createGoalUpdateRequest as never,
    (n) => ({ ...report, runId: text(n) }),
  ],
  [
    'report_progress',
    'evidence',
    'maxItems',
    createGoalUpdateRequest as never,
    (n) => ({ ...report, evidence: list(n, () => ({ title: 'E', text: 'T' })) }),
  ],
  [
    'report_progress',
    'evidence.title',
    'maxLength',
    createGoalUpdateRequest as never,
    (n) => ({ ...report, evidence: [{ title: text(n), text: 'T' }] }),
  ],
  [
    'report_progress',
    'evidence.text',
    'maxLength',
    createGoalUpdateRequest as never,
    (n) => ({ ...report, evidence: [{ title: 'E', text: text(n) }] }),
  ],
  [
    'report_progress',
    'verdicts.note',
    'maxLength',
    createGoalUpdateRequest as never,
    (n) => ({ ...report, verdicts: [{ ...verdict, note: text(n) }] }),
  ],
  [
    'report_progress',
    'verdicts.evidence',
    'maxItems',
    createGoalUpdateRequest as never,
    (n) => ({ ...report, verdicts: [{ ...verdict, evidence: list(n, () => ({ title: 'E', text: 'T' })) }] }),
  ],
  ['manage_labels', 'name', 'maxLength', createGoalLabelRequest as never, (n) => ({ name: text(n) })],
  [
    'manage_labels',
    'color',
    'maxLength',
    createGoalLabelRequest as never,
    (n) => ({ name: 'L', color: text(n) }),
  ],
  [
    'manage_labels',
    'description',
    'maxLength',
    createGoalLabelRequest as never,
    (n) => ({ name: 'L', description: text(n) }),
  ],
])('%s says how much %s may have (%s)', (name, path, keyword, schema, body) => {
  const tool = listedTools().find((one) => one.name === name)
  const argument = path
    .split('.')
    .reduce(
      (at, field) => (at.items ?? at).properties[field] as Schema,
      tool?.inputSchema as unknown as Schema,
    )
  const limit = argument[keyword] as number
  expect(schema().safeParse(body(limit)).success).toBe(true)
  expect(schema().safeParse(body(limit + 1)).success).toBe(false)
})
