import { afterAll, describe, expect, it } from 'vitest'
import { createToken, programWith, removeMember } from '../../../support/people/api-tokens.ts'
import { createGoal, createLabel, reportOf } from '../../../support/people/goals.ts'
import { createWorld } from '../../../support/people/world.ts'
import { createSend, refusal } from '../../../support/requests/exchange.ts'
import { allAtOnce, bodiesOf, outcomeOf, tally } from '../../../support/requests/outcomes.ts'
import { startTestService } from '../../../support/service/service.ts'
import { stopAfterFile } from '../../../support/stop-after-file.ts'
import { expectSoundTable } from '../../../support/table/check-table.ts'
import { readTable } from '../../../support/table/read-table.ts'

/** On one machine, whose feed has an event before the next read. */

const service = stopAfterFile(await startTestService())
const world = await createWorld(service)
const { owner, member, colleague, stranger } = world
const { database } = service.table
const send = createSend(service, owner)

afterAll(async () => {
  await expectSoundTable(database)
})

const timeframe = { kind: 'deadline', targetDate: '2099-06-30' } as const
const continued = async (api: typeof owner.api, goalId: string, fields = {}) =>
  (await api.continueGoal({ params: { goalId }, body: { timeframe, ...fields } })).goal
const read = async (goalId: string) => (await owner.api.getGoal({ params: { goalId } })).goal

/** A goal with everything, half done. */
async function halfDone() {
  const { id: parentGoalId } = await createGoal(owner, { title: 'Forest' })
  const goal = await createGoal(owner, {
    title: 'Trees',
    detailedDescription: 'Plant **trees**.',
    ownerUserId: member.userId,
    labelIds: [await createLabel(owner, `Label ${world.next()}`)],
    parentGoalId,
    cadence: { everyDays: 7 },
    rollupWeight: 3,
    criteria: [
      { title: 'Planted', description: 'All of them.' },
      { title: 'Watered', description: 'Every day.' },
    ],
    measures: [
      { title: 'Trees', unit: 'pcs', start: 0, target: 100 },
      { title: 'Paths', start: 5, target: 1 },
      { title: 'Birds', start: 0, target: 10 },
    ],
  })
  const [trees, paths] = goal.measures
  await member.api.createGoalUpdate({
    params: { goalId: goal.id },
    body: reportOf('Half', {
      health: 'at_risk',
      verdicts: goal.criteria.map(({ id }) => ({ criterionId: id, result: 'met' })),
      measurements: [
        { measureId: trees?.id ?? '', value: 40 },
        { measureId: paths?.id ?? '', value: 0 },
      ],
    }),
  })
  return read(goal.id)
}

describe('continuing a goal', () => {
  it('201s with a new goal like it, with what is left to do', async () => {
    const before = await halfDone()
    const goal = await continued(owner.api, before.id)
    expect(goal).toMatchObject({
      title: 'Trees',
      detailedDescription: 'Plant **trees**.',
      timeframe,
      status: 'active',
      health: null,
      ownerUserId: member.userId,
      labels: before.labels,
      parentGoalId: before.parentGoalId,
      cadence: { everyDays: 7 },
      rollupWeight: 3,
      revision: 1,
      version: 1,
      createdByUserId: owner.userId,
      criteria: [
        { title: 'Planted', description: 'All of them.', verdict: null },
        { title: 'Watered', description: 'Every day.', verdict: null },
      ],
      measures: [
        { title: 'Trees', unit: 'pcs', start: 40, target: 100, current: null },
        { title: 'Birds', unit: null, start: 0, target: 10, current: null },
      ],
      continuedFromGoalId: before.id,
      continuedByGoalIds: [],
    })
    const ids = [...before.criteria, ...before.measures].map(({ id }) => id)
    for (const { id } of [...goal.criteria, ...goal.measures]) expect(ids).not.toContain(id)
    expect(await read(goal.id)).toEqual({ ...goal, watching: false })
    expect(await read(before.id)).toEqual({ ...before, continuedByGoalIds: [goal.id] })
  })

  it('takes another title, and can go on from the next goal', async () => {
    const first = await createGoal(member)
    const second = await continued(member.api, first.id, { title: 'Second' })
    const third = await continued(member.api, second.id)
    expect([second.title, third.title]).toEqual(['Second', 'Second'])
    expect(await read(second.id)).toMatchObject({
      continuedFromGoalId: first.id,
      continuedByGoalIds: [third.id],
    })
  })

  it('records that the goal was published', async () => {
    const first = await createGoal(member)
    const { cursor } = await owner.api.listEvents()
    const { id } = await continued(member.api, first.id)
    const { events } = await owner.api.listEvents({ query: { after: cursor } })
    expect(events).toMatchObject([{ type: 'goal.published', goal: { id } }])
  })

  it('works for goals that are completed', async () => {
    const { id } = await createGoal(member)
    await member.api.createGoalUpdate({
      params: { goalId: id },
      body: reportOf('Done', { status: 'completed', health: null }),
    })
    expect(await continued(member.api, id)).toMatchObject({ status: 'active', continuedFromGoalId: id })
  })

  it.each([
    ['timeframe', {}],
    ['timeframe.kind', { timeframe: { kind: 'unspecified' } }],
    ['timeframe.targetDate', { timeframe: { kind: 'deadline', targetDate: '2099-02-30' } }],
    ['title', { timeframe, title: ' ' }],
    ['title', { timeframe, title: 'a'.repeat(201) }],
    ['ownerUserId', { timeframe, ownerUserId: null }],
  ])('400s a wrong %s', async (field, body) => {
    const { id } = await createGoal(owner)
    const response = await send('POST', `/v1/goals/${id}/continue`, { body })
    expect(response).toMatchObject(refusal('invalid_request', field))
  })

  it('404s for a goal of another organization', async () => {
    const { id } = await createGoal(owner)
    expect(await outcomeOf(continued(stranger.api, id))).toBe('404 goal_not_found')
    expect(await outcomeOf(continued(owner.api, 'nothing'))).toBe('404 goal_not_found')
  })

  it('403s for a member who does not own the goal, unless nobody does', async () => {
    const { id } = await createGoal(member)
    expect(await outcomeOf(continued(colleague.api, id))).toBe('403 goal_owner_forbidden')
    const unowned = await createGoal(owner, { ownerUserId: null })
    expect(await continued(colleague.api, unowned.id)).toMatchObject({ ownerUserId: null })
  })

  it('is for tokens that may publish, and none that is limited to some goals', async () => {
    const { id } = await createGoal(member)
    const tokenOf = async (scopes: Parameters<typeof createToken>[1], fields = {}) =>
      programWith(service, await createToken(member, scopes, fields))
    expect(await outcomeOf(continued(await tokenOf(['goals:read']), id))).toBe('403 insufficient_scope')
    expect(await outcomeOf(continued(await tokenOf(['goals:write']), id))).toBe('ok')
    const limited = await tokenOf(['goals:read', 'goals:write'], { goalIds: [id] })
    expect(await outcomeOf(continued(limited, id))).toBe('403 permission_denied')
    const { id: parentGoalId } = await createGoal(owner)
    const placed = await createGoal(member, { parentGoalId })
    const bound = await tokenOf(['goals:read', 'goals:write'], { goalIds: [placed.id] })
    expect(await outcomeOf(continued(bound, placed.id))).toBe('403 permission_denied')
    const above = await createToken(owner, ['goals:read:all', 'goals:write:all'], { goalIds: [parentGoalId] })
    expect(await continued(programWith(service, above), placed.id)).toMatchObject({ parentGoalId })
  })

  it('shows a token only those linked goals that it sees', async () => {
    const { id } = await createGoal(member)
    const next = await continued(member.api, id)
    await owner.api.updateGoal({ params: { goalId: next.id }, body: { ownerUserId: colleague.userId } })
    const reader = async (scopes: Parameters<typeof createToken>[1], by = member) =>
      programWith(service, await createToken(by, scopes))
    const linksOf = async (api: typeof owner.api, goalId: string) => {
      const { goal } = await api.getGoal({ params: { goalId } })
      return [goal.continuedFromGoalId, goal.continuedByGoalIds]
    }
    expect(await linksOf(await reader(['goals:read:all']), id)).toEqual([null, [next.id]])
    expect(await linksOf(await reader(['goals:read']), id)).toEqual([null, []])
    expect(await linksOf(await reader(['goals:read'], colleague), next.id)).toEqual([null, []])
  })
})

describe('verification', () => {
  it('goes on with the goal: the reviewer, and the need for a second person', async () => {
    const fields = { reviewerUserId: owner.userId, verification: 'other_person' } as const
    const first = await createGoal(member, fields)
    expect(await continued(member.api, first.id)).toMatchObject(fields)
    const program = programWith(service, await createToken(member, ['goals:read', 'goals:write']))
    expect(await continued(program, first.id)).toMatchObject(fields)
  })

  it('is the default of the organization, if that has come since', async () => {
    const first = await createGoal(member, { verification: 'none' })
    await owner.api.updateOrganization({ body: { defaultVerification: 'other_person' } })
    expect(await continued(member.api, first.id)).toMatchObject({ verification: 'other_person' })
    await owner.api.updateOrganization({ body: { defaultVerification: 'none' } })
    expect(await continued(member.api, first.id)).toMatchObject({ verification: 'none' })
  })
})

describe('deleting', () => {
  it('a goal takes it out of those that it continued and that continue it', async () => {
    const first = await createGoal(owner)
    const second = await continued(owner.api, first.id)
    const third = await continued(owner.api, second.id)
    await owner.api.deleteGoal({ params: { goalId: second.id } })
    expect(await read(first.id)).toMatchObject({ continuedFromGoalId: null, continuedByGoalIds: [] })
    expect(await read(third.id)).toMatchObject({ continuedFromGoalId: null, continuedByGoalIds: [] })
  })

  it('while a goal is continued leaves no dangling link', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await createGoal(owner)
      await continued(owner.api, id)
      const [result] = await Promise.all([
        outcomeOf(continued(owner.api, id)),
        owner.api.deleteGoal({ params: { goalId: id } }),
      ])
      expect(['ok', '404 goal_not_found']).toContain(result)
    }
    const { goalLinks } = await readTable(database)
    const stored = new Set(goalLinks.map(({ goalKey }) => goalKey))
    expect(goalLinks.filter(({ fromKey }) => fromKey !== undefined && !stored.has(fromKey))).toEqual([])
  })
})

describe('many at once', () => {
  it('continue a goal at most 20 times', async () => {
    const { id } = await createGoal(owner)
    for (let count = 0; count < 16; count++) await continued(owner.api, id)
    const responses = await allAtOnce(8, () =>
      owner.api.continueGoal({ params: { goalId: id }, body: { timeframe } }),
    )
    expect(tally(responses)).toEqual({ ok: 4, '409 too_many_continuations': 4 })
    const { continuedByGoalIds = [] } = await read(id)
    expect(new Set(continuedByGoalIds).size).toBe(20)
    for (const { goal } of bodiesOf(responses)) expect(continuedByGoalIds).toContain(goal.id)
  })

  it('with the same idempotency key continue it once, with the same answer', async () => {
    const before = await halfDone()
    const path = `/v1/goals/${before.id}/continue`
    const keyed = (body: object = { timeframe }) =>
      send('POST', path, { body, headers: { 'idempotency-key': 'one' } })
    const responses = await Promise.all(Array.from({ length: 5 }, () => keyed()))
    await member.api.updateGoal({ params: { goalId: before.id }, body: { detailedDescription: 'Other.' } })
    responses.push(await keyed())
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1)
    expect((await read(before.id)).continuedByGoalIds).toHaveLength(1)
    expect(await keyed({ timeframe, title: 'Other' })).toMatchObject(refusal('idempotency_conflict'))
    await owner.api.deleteGoal({ params: { goalId: before.id } })
    expect((await keyed()).text).toBe(responses[0]?.text)
  })
})

it('belongs to nobody if the owner has left', async () => {
  const { id: parentGoalId } = await createGoal(owner)
  const { id } = await createGoal(owner, { parentGoalId, ownerUserId: colleague.userId })
  await removeMember(service, colleague.userId, owner.organizationId)
  expect(await continued(owner.api, id)).toMatchObject({ ownerUserId: null, parentGoalId })
})
