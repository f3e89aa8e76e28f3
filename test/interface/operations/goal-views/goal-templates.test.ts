import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createToken, programWith } from '../../../support/people/api-tokens.ts'
import { createLabel } from '../../../support/people/goals.ts'
import { createWorld } from '../../../support/people/world.ts'
import { createSend, refusal } from '../../../support/requests/exchange.ts'
import { allAtOnce, outcomeOf, tally } from '../../../support/requests/outcomes.ts'
import { createClock } from '../../../support/service/clock.ts'
import { startTestService } from '../../../support/service/service.ts'
import { stopAfterFile } from '../../../support/stop-after-file.ts'
import { expectSoundTable } from '../../../support/table/check-table.ts'

const clock = createClock()
const service = stopAfterFile(await startTestService({ clock: clock.read }))
const { owner, admin, member, stranger } = await createWorld(service)
const { database } = service.table
const send = createSend(service, owner)

afterAll(async () => {
  await expectSoundTable(database)
})

beforeEach(async () => {
  const { templates } = await owner.api.listGoalTemplates()
  for (const { id } of templates) await owner.api.deleteGoalTemplate({ params: { templateId: id } })
})

type Body = Parameters<typeof owner.api.createGoalTemplate>[0]['body']
const create = async (fields: Partial<Body> = {}, api = owner.api) =>
  (await api.createGoalTemplate({ body: { name: 'Quarter', ...fields } })).template
const namesOf = async (api = member.api) => (await api.listGoalTemplates()).templates.map(({ name }) => name)
const paramsOf = ({ id }: { id: string }) => ({ templateId: id })

/** Everything that a template may have. */
async function whole() {
  return {
    name: 'Quarterly goal',
    title: 'Plant …',
    detailedDescription: 'Why **now**?',
    labelIds: [await createLabel(owner, `Forest ${Math.random()}`)],
    cadence: { everyDays: 7 },
    criteria: [{ title: 'Planted', description: 'All of them.' }],
    measures: [{ title: 'Trees', unit: 'pcs', start: 0, target: 100 }],
  }
}

describe('a template', () => {
  it('201s with what new goals start with, and is in the list of every member', async () => {
    const body = await whole()
    const template = await create(body)
    expect(template).toMatchObject({ ...body, createdAt: clock.timestamp, updatedAt: clock.timestamp })
    expect(await member.api.listGoalTemplates()).toEqual({ templates: [template], nextCursor: null })
    expect(await namesOf(stranger.api)).toEqual([])
  })

  it('needs only a name', async () => {
    expect(await create()).toMatchObject({
      name: 'Quarter',
      title: null,
      detailedDescription: null,
      labelIds: [],
      cadence: null,
      criteria: [],
      measures: [],
    })
  })

  it('is changed by field, and not at all if nothing differs', async () => {
    const template = await create(await whole())
    clock.advance({ hours: 1 })
    const same = { name: template.name, criteria: template.criteria, cadence: { everyDays: 7 } }
    const params = paramsOf(template)
    expect((await admin.api.updateGoalTemplate({ params, body: same })).template).toEqual(template)
    const body = { title: null, measures: [], name: 'Yearly' }
    const changed = { ...template, ...body, updatedAt: clock.timestamp }
    expect((await admin.api.updateGoalTemplate({ params, body })).template).toEqual(changed)
    expect((await member.api.listGoalTemplates()).templates).toEqual([changed])
  })

  it('loses a label that is deleted', async () => {
    const { labelIds, ...body } = await whole()
    const template = await create({ ...body, labelIds })
    await owner.api.deleteGoalLabel({ params: { labelId: labelIds[0] ?? '' } })
    expect((await member.api.listGoalTemplates()).templates).toEqual([{ ...template, labelIds: [] }])
    const params = paramsOf(template)
    const { template: renamed } = await owner.api.updateGoalTemplate({ params, body: { name: 'Other' } })
    expect(renamed.labelIds).toEqual([])
    expect(await outcomeOf(create({ labelIds }))).toBe('400 invalid_goal_labels')
    expect(await outcomeOf(owner.api.updateGoalTemplate({ params, body: { labelIds } }))).toBe(
      '400 invalid_goal_labels',
    )
  })

  it('is written by administrators only', async () => {
    const template = await create({}, admin.api)
    const params = paramsOf(template)
    const denied = '403 organization_admin_required'
    expect(await outcomeOf(create({}, member.api))).toBe(denied)
    expect(await outcomeOf(member.api.updateGoalTemplate({ params, body: { name: 'x' } }))).toBe(denied)
    expect(await outcomeOf(member.api.deleteGoalTemplate({ params }))).toBe(denied)
    const notFound = '404 goal_template_not_found'
    expect(await outcomeOf(stranger.api.updateGoalTemplate({ params, body: { name: 'x' } }))).toBe(notFound)
    expect(await outcomeOf(stranger.api.deleteGoalTemplate({ params }))).toBe(notFound)
    const program = programWith(service, await createToken(owner, ['goals:read:all', 'goals:write:all']))
    expect(await outcomeOf(program.listGoalTemplates())).toBe('401 unauthorized')
    expect(await namesOf()).toEqual(['Quarter'])
  })

  it.each([
    ['name', { name: ' ' }],
    ['name', { name: 'a'.repeat(101) }],
    ['title', { title: '' }],
    ['detailedDescription', { detailedDescription: ' ' }],
    ['cadence.everyDays', { cadence: { everyDays: 0 } }],
    ['measures.0.target', { measures: [{ title: 'a', start: 1, target: 1 }] }],
    ['criteria.0.description', { criteria: [{ title: 'a', description: '' }] }],
    ['labelIds.0', { labelIds: ['x'] }],
    ['ownerUserId', { ownerUserId: null }],
  ])('400s for a wrong %s', async (field, fields) => {
    const response = await send('POST', '/v1/goal-templates', { body: { name: 'Quarter', ...fields } })
    expect(response).toMatchObject(refusal('invalid_request', field))
  })

  it('takes at most 64 KiB', async () => {
    const detailedDescription = 'a'.repeat(64 * 1024)
    expect(await outcomeOf(create({ detailedDescription }))).toBe('413 payload_too_large')
    const params = paramsOf(await create())
    expect(await outcomeOf(owner.api.updateGoalTemplate({ params, body: { detailedDescription } }))).toBe(
      '413 payload_too_large',
    )
  })

  it('is one of at most 50, however many are created at once', async () => {
    for (let count = 0; count < 46; count++) await create()
    const responses = await allAtOnce(8, () => create())
    expect(tally(responses)).toEqual({ ok: 4, '409 too_many_goal_templates': 4 })
    const [first] = (await member.api.listGoalTemplates()).templates
    await owner.api.deleteGoalTemplate({ params: paramsOf(first ?? { id: '' }) })
    expect(await outcomeOf(create())).toBe('ok')
  })

  it('with the same idempotency key is created once', async () => {
    const keyed = (name = 'Once') =>
      send('POST', '/v1/goal-templates', { body: { name }, headers: { 'idempotency-key': 'one' } })
    const responses = await Promise.all(Array.from({ length: 5 }, () => keyed()))
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1)
    expect(await namesOf()).toEqual(['Once'])
    expect(await keyed('Twice')).toMatchObject(refusal('idempotency_conflict'))
  })

  it('changed by many at once has all changes', async () => {
    const params = paramsOf(await create())
    const bodies = [
      { title: 'T' },
      { detailedDescription: 'D' },
      { cadence: { everyDays: 3 } },
      { name: 'N' },
    ]
    const responses = await allAtOnce(4, (index) =>
      owner.api.updateGoalTemplate({ params, body: bodies[index] ?? {} }),
    )
    expect(tally(responses)).toEqual({ ok: 4 })
    expect((await member.api.listGoalTemplates()).templates).toMatchObject([Object.assign({}, ...bodies)])
  })
})

it('the list is sorted by name, in pages', async () => {
  for (const name of ['b', 'C', 'a', 'b']) await create({ name })
  const found: string[] = []
  let cursor: string | undefined
  do {
    const page = await member.api.listGoalTemplates({ query: { limit: 3, cursor } })
    found.push(...page.templates.map(({ name }) => name))
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  expect(found).toEqual(['a', 'b', 'b', 'C'])
})
