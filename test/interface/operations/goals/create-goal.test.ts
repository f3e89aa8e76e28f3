import { noUsage } from '@cairn/contract/goals/usage'
import { describe, expect, it } from 'vitest'
import { signIn } from '../../../support/people/sign-in.ts'
import { createSend, refusal, unknownId } from '../../../support/requests/exchange.ts'
import { continuous, createLabel, goalOf, minimalGoal, publish } from '../../../support/requests/goals.ts'
import { createClock } from '../../../support/service/clock.ts'
import { startTestService } from '../../../support/service/service.ts'
import { stopAfterFile } from '../../../support/stop-after-file.ts'

const clock = createClock()

const service = stopAfterFile(await startTestService({ clock: clock.read }))
const ada = await signIn(service, { email: 'ada@example.com', displayName: 'Ada' })
const eve = await signIn(service, { email: 'eve@example.com', displayName: 'Eve' })
const browser = createSend(service, ada)

const attempt = (fields: object) => browser('POST', '/v1/goals', { body: { ...minimalGoal, ...fields } })

describe('publishing', () => {
  it('201s with every default: active, revision 1, owned by the caller, with a derived title', async () => {
    const { activeOrganizationId } = await ada.api.getAuthSession()
    const goal = await publish(browser, { detailedDescription: 'Ship the **beta**. Then rest.' })
    expect(goal).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      organizationId: activeOrganizationId,
      title: 'Ship the **beta**',
      detailedDescription: 'Ship the **beta**. Then rest.',
      status: 'active',
      health: null,
      timeframe: continuous,
      currentEvaluation: null,
      ownerUserId: ada.userId,
      reviewerUserId: null,
      verification: 'none',
      labels: [],
      criteria: [],
      measures: [],
      progress: null,
      cadence: null,
      parentGoalId: null,
      ancestors: [],
      blockedBy: [],
      ready: true,
      rollup: null,
      rollupWeight: 1,
      claim: null,
      used: noUsage,
      budget: null,
      handoff: null,
      nextReportDueAt: null,
      attention: [],
      revision: 1,
      version: 1,
      historyHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      createdAt: clock.timestamp,
      createdByUserId: ada.userId,
      updatedAt: clock.timestamp,
      updatedByUserId: ada.userId,
      watching: true,
      continuedFromGoalId: null,
      continuedByGoalIds: [],
    })
  })

  it('201s with every field, labels by name, criteria in their order', async () => {
    const zebra = await createLabel(browser, 'zebra')
    const apple = await createLabel(browser, 'Apple')
    const criteria = [
      { title: 'Second', description: 'b' },
      { title: 'First', description: 'a' },
      { title: 'Second', description: 'b' },
    ]
    const fields = {
      title: 'Ship',
      detailedDescription: 'Ship it',
      timeframe: { kind: 'deadline', targetDate: '2028-02-29' },
      ownerUserId: ada.userId,
      criteria,
    }
    const response = await browser('POST', '/v1/goals', {
      body: { ...fields, labelIds: [zebra.id, apple.id] },
    })
    expect(response.status).toBe(201)
    expect(goalOf(response)).toMatchObject({ ...fields, labels: [apple, zebra] })
    const read = await browser('GET', `/v1/goals/${goalOf(response).id}`)
    expect(read).toMatchObject({ status: 200, text: response.text })
  })

  it('201s twice for the same body: two goals', async () => {
    const [first, second] = [await publish(browser), await publish(browser)]
    expect(first.id).not.toBe(second.id)
  })

  it.each([
    'status',
    'health',
    'revision',
    'currentEvaluation',
    'organizationId',
    'id',
    'labels',
    'createdAt',
  ])('400s the unknown field %s', async (field) => {
    expect(await attempt({ [field]: null })).toMatchObject(refusal('invalid_request', field))
  })
})

describe('the default title', () => {
  const words = 'word '.repeat(30)

  it.each([
    ['Ship the beta.', 'Ship the beta'],
    ['Ship the beta. Then rest.', 'Ship the beta'],
    ['  Ship \n\n\t the\u00a0 beta  ', 'Ship the beta'],
    ['Reach version 2.0 by spring. Then rest.', 'Reach version 2.0 by spring'],
    ['Can we ship? Yes.', 'Can we ship?'],
    ['x'.repeat(72), 'x'.repeat(72)],
    [`${'x'.repeat(72)}. And more`, 'x'.repeat(72)],
    [`${words.slice(0, 70)}ab.`, `${words.slice(0, 70)}ab`],
    [words, `${words.slice(0, 69)}…`],
    ['השק את הבטא. ואז נוח.', 'השק את הבטא'],
  ])('of %j is %j', async (detailedDescription, title) => {
    expect((await publish(browser, { detailedDescription })).title).toBe(title)
  })

  it('cuts one long word without splitting a character', async () => {
    const { title } = await publish(browser, { detailedDescription: '😀'.repeat(500) })
    expect(title).toMatch(/^(😀)+…$/u)
    expect([...title].length).toBeLessThanOrEqual(72)
  })

  it.each(['.', '...', '。', '?', '. x', '\u0000'])('of %j is not empty', async (detailedDescription) => {
    const { title } = await publish(browser, { detailedDescription })
    expect(title.trim()).not.toBe('')
  })

  it('is not used if a title is sent', async () => {
    expect((await publish(browser, { title: '  My  own title. ' })).title).toBe('My  own title.')
  })
})

describe('the timeframe', () => {
  it.each([
    continuous,
    { kind: 'deadline', targetDate: '2026-12-31' },
    { kind: 'deadline', targetDate: '2028-02-29' },
    { kind: 'deadline', targetDate: '0001-01-01' },
    { kind: 'deadline', targetDate: '9999-12-31' },
  ])('201s %j', async (timeframe) => {
    expect((await publish(browser, { timeframe })).timeframe).toEqual(timeframe)
  })

  it.each([
    [{ kind: 'unspecified' }, 'timeframe.kind'],
    [{ kind: 'sometime' }, 'timeframe.kind'],
    [{}, 'timeframe.kind'],
    [{ kind: 'deadline' }, 'timeframe.targetDate'],
    [{ kind: 'deadline', targetDate: null }, 'timeframe.targetDate'],
    [{ kind: 'deadline', targetDate: '2026-02-30' }, 'timeframe.targetDate'],
    [{ kind: 'deadline', targetDate: '2027-02-29' }, 'timeframe.targetDate'],
    [{ kind: 'deadline', targetDate: '2026-13-01' }, 'timeframe.targetDate'],
    [{ kind: 'deadline', targetDate: '2026-00-10' }, 'timeframe.targetDate'],
    [{ kind: 'deadline', targetDate: '2026-1-1' }, 'timeframe.targetDate'],
    [{ kind: 'deadline', targetDate: '20260101' }, 'timeframe.targetDate'],
    [{ kind: 'deadline', targetDate: '2026-01-01T00:00:00Z' }, 'timeframe.targetDate'],
    [{ kind: 'deadline', targetDate: ' 2026-01-01' }, 'timeframe.targetDate'],
    [{ kind: 'deadline', targetDate: 20260101 }, 'timeframe.targetDate'],
    [{ kind: 'continuous', targetDate: '2026-01-01' }, 'timeframe.targetDate'],
    [null, 'timeframe'],
    ['continuous', 'timeframe'],
  ])('400s %j', async (timeframe, path) => {
    expect(await attempt({ timeframe })).toMatchObject(refusal('invalid_request', path))
  })
})

describe('the owner', () => {
  it('201s null: no owner', async () => {
    expect((await publish(browser, { ownerUserId: null })).ownerUserId).toBeNull()
  })

  it.each(['nobody', 'email:00000000-0000-4000-8000-000000000000', '😀'.repeat(200), '#', '\u0000', ' '])(
    '400s the unknown user %.20j',
    async (ownerUserId) => {
      expect(await attempt({ ownerUserId })).toMatchObject(refusal('invalid_goal_owner'))
    },
  )

  it('400s a user who is not a member, and the caller in another letter case', async () => {
    expect(await attempt({ ownerUserId: eve.userId })).toMatchObject(refusal('invalid_goal_owner'))
    const shouted = ada.userId.toUpperCase()
    expect(await attempt({ ownerUserId: shouted })).toMatchObject(refusal('invalid_goal_owner'))
  })

  it.each(['', 'x'.repeat(201), 7, '\ud83d'])('400s %.20j, which is not a user id', async (ownerUserId) => {
    expect(await attempt({ ownerUserId })).toMatchObject(refusal('invalid_request', 'ownerUserId'))
  })
})

describe('the labels', () => {
  it('400s unknown labels and those of another organization, and counts none of them as used', async () => {
    const own = await createLabel(browser, 'Own')
    const foreign = await createLabel(createSend(service, eve), 'Foreign')
    for (const labelIds of [[unknownId], [foreign.id], [own.id, foreign.id], [own.id, unknownId]]) {
      expect(await attempt({ labelIds })).toMatchObject(refusal('invalid_goal_labels'))
    }
    expect(await browser('DELETE', `/v1/goal-labels/${own.id}`)).toMatchObject({ status: 204 })
    expect(await createSend(service, eve)('DELETE', `/v1/goal-labels/${foreign.id}`)).toMatchObject({
      status: 204,
    })
  })

  it('400s a deleted label', async () => {
    const label = await createLabel(browser, 'Gone')
    await browser('DELETE', `/v1/goal-labels/${label.id}`)
    expect(await attempt({ labelIds: [label.id] })).toMatchObject(refusal('invalid_goal_labels'))
  })

  it('400s the same label twice, also in another letter case', async () => {
    const { id } = await createLabel(browser, 'Twice')
    for (const labelIds of [
      [id, id],
      [id, id.toUpperCase()],
    ]) {
      expect(await attempt({ labelIds })).toMatchObject(refusal('invalid_request', 'labelIds'))
    }
  })

  it.each(['x', '', null, 7])('400s %j, which is not a label id', async (id) => {
    expect(await attempt({ labelIds: [id] })).toMatchObject(refusal('invalid_request', 'labelIds.0'))
  })
})
