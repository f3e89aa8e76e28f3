/** Criteria and measures keep their identity, verdicts and values through edits. */
import type { Goal } from '@cairn/contract'
import { describe, expect, it } from 'vitest'
import { startWithAda } from '../../../support/people/start-with-ada.ts'
import { refusal, unknownId } from '../../../support/requests/exchange.ts'
import { goalOf, minimalGoal, publish, report } from '../../../support/requests/goals.ts'

const { ada, send: browser } = await startWithAda()

const change = (goal: Goal, body: object) => browser('PATCH', `/v1/goals/${goal.id}`, { body })
const read = async ({ id }: Goal) => goalOf(await browser('GET', `/v1/goals/${id}`))
const idOf = (items: readonly { id: string }[], index: number) => items[index]?.id ?? ''

const definition = ({ id, title, description }: Goal['criteria'][number]) => ({ id, title, description })
const measureOf = ({ current: _, progress: __, ...measure }: Goal['measures'][number]) => measure

/** A goal with two criteria and two measures, all judged and measured at revision 2. */
async function judgedGoal(): Promise<Goal> {
  const goal = await publish(browser, {
    criteria: [
      { title: 'First', description: 'One' },
      { title: 'Second', description: 'Two' },
    ],
    measures: [
      { title: 'Trees', unit: 'trees', start: 0, target: 100 },
      { title: 'Cost', start: 50, target: 10 },
    ],
  })
  const response = await report(browser, goal.id, {
    verdicts: [
      { criterionId: idOf(goal.criteria, 0), result: 'met' },
      { criterionId: idOf(goal.criteria, 1), result: 'not_met' },
    ],
    measurements: [
      { measureId: idOf(goal.measures, 0), value: 25 },
      { measureId: idOf(goal.measures, 1), value: 20 },
    ],
  })
  expect(response.status).toBe(201)
  return read(goal)
}

describe('a report', () => {
  it('gives criteria their verdicts, measures their values, and the goal its progress', async () => {
    const goal = await judgedGoal()
    const asOf = goal.updatedAt
    const verdict = { asOf, revision: 2, authorityUserId: ada.userId }
    expect(goal.criteria.map((criterion) => criterion.verdict)).toEqual([
      { result: 'met', ...verdict },
      { result: 'not_met', ...verdict },
    ])
    expect(goal.measures.map(({ current, progress }) => [current, progress])).toEqual([
      [{ value: 25, asOf, revision: 2 }, 0.25],
      [{ value: 20, asOf, revision: 2 }, 0.75],
    ])
    expect(goal).toMatchObject({ progress: 0.5, attention: ['criteria_not_met'] })
  })

  it('keeps what it does not judge or measure', async () => {
    const goal = await judgedGoal()
    await report(browser, goal.id, {
      expectedRevision: 2,
      idempotencyKey: 'next',
      verdicts: [{ criterionId: idOf(goal.criteria, 1), result: 'unknown' }],
      measurements: [{ measureId: idOf(goal.measures, 0), value: -1 }],
    })
    const { criteria, measures, progress, attention } = await read(goal)
    expect(criteria.map(({ verdict }) => [verdict?.result, verdict?.revision])).toEqual([
      ['met', 2],
      ['unknown', 3],
    ])
    expect(measures.map(({ current }) => [current?.value, current?.revision])).toEqual([
      [-1, 3],
      [20, 2],
    ])
    expect([progress, attention]).toEqual([0.375, []])
  })
})

describe('an edit of criteria', () => {
  it('keeps identity and verdict of those with their id, in the new order', async () => {
    const goal = await judgedGoal()
    const [first, second] = goal.criteria
    const criteria = goal.criteria.map(definition).toReversed()
    expect(goalOf(await change(goal, { criteria })).criteria).toEqual([second, first])
  })

  it('accepts ids in any letter case', async () => {
    const goal = await judgedGoal()
    const criteria = goal.criteria.map((one) => ({ ...definition(one), id: one.id.toUpperCase() }))
    expect(goalOf(await change(goal, { title: 'x', criteria })).criteria).toEqual(goal.criteria)
  })

  it.each([
    ['title', { title: 'Other' }],
    ['description', { description: 'Other' }],
    ['description by a blank', { description: 'One ' }],
    ['title by the case of a letter', { title: 'first' }],
  ])('clears the verdict of one with another %s, and no other', async (_, fields) => {
    const goal = await judgedGoal()
    const [first, second] = goal.criteria
    if (!first || !second) throw new Error('There are two criteria.')
    const criteria = [{ ...definition(first), ...fields }, definition(second)]
    const changed = goalOf(await change(goal, { criteria }))
    expect(changed.criteria).toEqual([{ ...first, ...fields, verdict: null }, second])
    // A verdict of another text does not come back with the old one.
    const back = goalOf(await change(goal, { criteria: [definition(first), definition(second)] }))
    expect(back.criteria).toEqual([{ ...first, verdict: null }, second])
  })

  it('gives those without an id a new one, and no verdict', async () => {
    const goal = await judgedGoal()
    const criteria = goal.criteria.map(({ title, description }) => ({ title, description }))
    const changed = goalOf(await change(goal, { criteria }))
    expect(changed.criteria).toMatchObject(criteria.map((criterion) => ({ ...criterion, verdict: null })))
    const ids = [...goal.criteria, ...changed.criteria].map(({ id }) => id)
    expect(new Set(ids).size).toBe(4)
    expect(changed.attention).toEqual([])
  })

  it('removes those that it leaves out, whose ids are unknown from then on', async () => {
    const goal = await judgedGoal()
    const [first, second] = goal.criteria
    if (!first || !second) throw new Error('There are two criteria.')
    expect(goalOf(await change(goal, { criteria: [definition(first)] })).criteria).toEqual([first])
    const again = await change(goal, { criteria: [definition(first), definition(second)] })
    expect(again).toMatchObject(refusal('invalid_goal_criteria'))
    const verdicts = [{ criterionId: second.id, result: 'met' }]
    const judged = await report(browser, goal.id, { expectedRevision: 2, idempotencyKey: 'next', verdicts })
    expect(judged).toMatchObject(refusal('invalid_goal_criteria'))
  })

  it('of other fields keeps verdicts and values', async () => {
    const goal = await judgedGoal()
    const { criteria, measures, progress } = goalOf(
      await change(goal, { detailedDescription: 'x', title: 'x' }),
    )
    expect({ criteria, measures, progress }).toEqual({
      criteria: goal.criteria,
      measures: goal.measures,
      progress: goal.progress,
    })
  })
})

describe('an edit of measures', () => {
  it('keeps the value of one with its id, whatever else changes, and computes its progress again', async () => {
    const goal = await judgedGoal()
    const [trees, cost] = goal.measures
    if (!trees || !cost) throw new Error('There are two measures.')
    const measures = [
      { ...measureOf(cost), title: 'Price', unit: '€' },
      { ...measureOf(trees), target: 50 },
    ]
    expect(goalOf(await change(goal, { measures }))).toMatchObject({
      measures: [
        { ...cost, title: 'Price', unit: '€' },
        { ...trees, target: 50, progress: 0.5 },
      ],
      progress: 0.625,
    })
  })

  it('removes the value with its measure', async () => {
    const goal = await judgedGoal()
    const { measures, progress } = goalOf(
      await change(goal, { measures: goal.measures.slice(1).map(measureOf) }),
    )
    expect([measures, progress]).toEqual([goal.measures.slice(1), 0.75])
    expect(goalOf(await change(goal, { measures: [] }))).toMatchObject({ measures: [], progress: null })
  })

  it.each([
    ['no unit', {}, null],
    ['a unit that is null', { unit: null }, null],
    ['a unit of 20 emoji', { unit: '🎯'.repeat(20) }, '🎯'.repeat(20)],
  ])('accepts %s', async (_, fields, unit) => {
    const goal = await publish(browser, { measures: [{ title: 'x', start: 0, target: 1, ...fields }] })
    expect(goal.measures).toEqual([
      { id: expect.any(String), title: 'x', unit, start: 0, target: 1, current: null, progress: null },
    ])
    expect(await read(goal)).toEqual(goal)
  })

  it.each([1e12, -1e12, 0.000_001, -0.000_001, 123_456.789_012, 0, 999_999_999_999.5])(
    'keeps the number %d exactly, as start, target and value',
    async (number) => {
      const goal = await publish(browser, {
        measures: [
          { title: 'from', start: number, target: 7 },
          { title: 'to', start: 7, target: number },
        ],
      })
      const measurements = goal.measures.map(({ id }) => ({ measureId: id, value: number }))
      expect((await report(browser, goal.id, { measurements })).status).toBe(201)
      const [from, to] = (await read(goal)).measures
      expect([from?.start, from?.current?.value, from?.progress]).toEqual([number, number, 0])
      expect([to?.target, to?.current?.value, to?.progress]).toEqual([number, number, 1])
    },
  )
})

const criterion = { title: 'x', description: 'x' }
const measure = { title: 'x', start: 0, target: 1 }
const many = <T>(count: number, item: T) => Array.from({ length: count }, () => item)

describe('limits', () => {
  it.each([
    ['20 measures', { measures: many(20, measure) }],
    ['a measure title of 200 emoji', { measures: [{ ...measure, title: '😀'.repeat(200) }] }],
    ['a cadence of a day', { cadence: { everyDays: 1 } }],
    ['a cadence of 366 days', { cadence: { everyDays: 366 } }],
    ['no cadence', { cadence: null }],
  ])('accept %s', async (_, fields) => {
    const response = await browser('POST', '/v1/goals', { body: { ...minimalGoal, ...fields } })
    expect(response.status).toBe(201)
    expect((await change(goalOf(response), fields)).status).toBe(200)
  })

  it.each([
    ['21 measures', { measures: many(21, measure) }, 'measures'],
    ['measures that are null', { measures: null }, 'measures'],
    [
      'a measure title of 201 characters',
      { measures: [{ ...measure, title: 'x'.repeat(201) }] },
      'measures.0.title',
    ],
    ['a blank measure title', { measures: [{ ...measure, title: ' ' }] }, 'measures.0.title'],
    ['a measure without a title', { measures: [{ start: 0, target: 1 }] }, 'measures.0.title'],
    ['a unit of 21 characters', { measures: [{ ...measure, unit: 'x'.repeat(21) }] }, 'measures.0.unit'],
    ['an empty unit', { measures: [{ ...measure, unit: '' }] }, 'measures.0.unit'],
    ['a start that is the target', { measures: [{ ...measure, start: 1 }] }, 'measures.0.target'],
    ['a start of 0 and a target of −0', { measures: [{ ...measure, target: -0 }] }, 'measures.0.target'],
    ['no start', { measures: [{ title: 'x', target: 1 }] }, 'measures.0.start'],
    ['a target that is text', { measures: [{ ...measure, target: '1' }] }, 'measures.0.target'],
    ['a target that is null', { measures: [{ ...measure, target: null }] }, 'measures.0.target'],
    ['a target over 1e12', { measures: [{ ...measure, target: 1e12 + 1 }] }, 'measures.0.target'],
    ['a start under −1e12', { measures: [{ ...measure, start: -1e12 - 1 }] }, 'measures.0.start'],
    ['a target with 7 decimals', { measures: [{ ...measure, target: 0.1234567 }] }, 'measures.0.target'],
    ['a target of 1e-7', { measures: [{ ...measure, target: 1e-7 }] }, 'measures.0.target'],
    ['an unknown field', { measures: [{ ...measure, current: 1 }] }, 'measures.0.current'],
    ['an id that is none', { measures: [{ ...measure, id: 'x' }] }, 'measures.0.id'],
    ['an id that is null', { criteria: [{ ...criterion, id: null }] }, 'criteria.0.id'],
    ['a repeated criterion', { criteria: many(2, { ...criterion, id: unknownId }) }, 'criteria'],
    ['a repeated measure', { measures: many(2, { ...measure, id: unknownId }) }, 'measures'],
    ['a verdict', { criteria: [{ ...criterion, verdict: null }] }, 'criteria.0.verdict'],
    ['a cadence of 0 days', { cadence: { everyDays: 0 } }, 'cadence.everyDays'],
    ['a cadence of 367 days', { cadence: { everyDays: 367 } }, 'cadence.everyDays'],
    ['a cadence of 1.5 days', { cadence: { everyDays: 1.5 } }, 'cadence.everyDays'],
    ['a cadence that is a number', { cadence: 7 }, 'cadence'],
    ['a cadence with more', { cadence: { everyDays: 7, at: 'noon' } }, 'cadence.at'],
  ])('400 %s, on publishing and on PATCH', async (_, fields, path) => {
    const created = await browser('POST', '/v1/goals', { body: { ...minimalGoal, ...fields } })
    expect(created).toMatchObject(refusal('invalid_request', path))
    const goal = await publish(browser)
    expect(await change(goal, fields)).toMatchObject(refusal('invalid_request', path))
    expect(await read(goal)).toEqual(goal)
  })

  it('take −0 for 0, which is no change', async () => {
    const goal = await publish(browser, { measures: [measure] })
    const id = idOf(goal.measures, 0)
    const rawBody = `{"measures":[{"id":"${id}","title":"x","start":-0,"target":1}]}`
    expect(goalOf(await browser('PATCH', `/v1/goals/${goal.id}`, { rawBody }))).toEqual(goal)
  })

  it.each(['1e400', '-1e400', '1e13', '0.0000001'])('400 the number %s', async (number) => {
    const rawBody = `{"detailedDescription":"x","timeframe":{"kind":"continuous"},"measures":[{"title":"x","start":0,"target":${number}}]}`
    const response = await browser('POST', '/v1/goals', { rawBody })
    expect(response).toMatchObject(refusal('invalid_request', 'measures.0.target'))
  })

  it("400 unknown ids, also another goal's, on publishing and on PATCH", async () => {
    const other = await judgedGoal()
    const goal = await judgedGoal()
    for (const id of [unknownId, idOf(other.criteria, 0), idOf(goal.measures, 0)]) {
      const fields = { criteria: [{ ...criterion, id }] }
      const created = await browser('POST', '/v1/goals', { body: { ...minimalGoal, ...fields } })
      expect(created).toMatchObject(refusal('invalid_goal_criteria'))
      expect(await change(goal, { title: 'x', ...fields })).toMatchObject(refusal('invalid_goal_criteria'))
    }
    for (const id of [unknownId, idOf(other.measures, 0), idOf(goal.criteria, 0)]) {
      const fields = { measures: [{ ...measure, id }] }
      const created = await browser('POST', '/v1/goals', { body: { ...minimalGoal, ...fields } })
      expect(created).toMatchObject(refusal('invalid_goal_measures'))
      expect(await change(goal, { title: 'x', ...fields })).toMatchObject(refusal('invalid_goal_measures'))
    }
    expect(await read(goal)).toEqual(goal)
  })
})
