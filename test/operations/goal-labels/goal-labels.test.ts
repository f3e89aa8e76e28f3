import { describe, expect, it } from 'vitest'
import { signIn } from '../../support/people/sign-in.ts'
import { type Answer, createSend, refusal, unknownId } from '../../support/requests/exchange.ts'
import { createLabel, goalOf, labelOf, publish } from '../../support/requests/goals.ts'
import { walk } from '../../support/requests/walk.ts'
import { createClock } from '../../support/service/clock.ts'
import { startTestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'

const clock = createClock()

const service = stopAfterFile(await startTestService({ clock: clock.read }))
const ada = await signIn(service, { email: 'ada@example.com', displayName: 'Ada' })
const browser = createSend(service, ada)
const stranger = createSend(service, await signIn(service, { email: 'eve@example.com', displayName: 'Eve' }))

const create = (body: object): Promise<Answer> => browser('POST', '/v1/goal-labels', { body })
const change = (id: string, body: object): Promise<Answer> =>
  browser('PATCH', `/v1/goal-labels/${id}`, { body })
const remove = (id: string): Promise<Answer> => browser('DELETE', `/v1/goal-labels/${id}`)

describe('creating a label', () => {
  it('201s with every default', async () => {
    const { activeOrganizationId } = await ada.api.getAuthSession()
    const answer = await create({ name: ' Feature ' })
    expect(answer.status).toBe(201)
    expect(labelOf(answer)).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      organizationId: activeOrganizationId,
      name: 'Feature',
      color: null,
      description: null,
      createdAt: clock.timestamp,
      createdByUserId: ada.userId,
      updatedAt: clock.timestamp,
      updatedByUserId: ada.userId,
    })
    expect((await browser('GET', `/v1/goal-labels/${labelOf(answer).id}`)).text).toBe(answer.text)
  })

  it.each([
    ['everything', { name: 'all', color: '#ff0000', description: 'Of all kinds' }],
    ['nulls', { name: 'nulls', color: null, description: null }],
    ['64 emoji', { name: '😀'.repeat(64), color: '😀'.repeat(32), description: '😀'.repeat(500) }],
    ['text from right to left', { name: 'עברית \u200fabc', color: null, description: 'مرحبا' }],
    ['NUL', { name: 'NUL', color: 'a\u0000b', description: 'a\u0000b' }],
    ['signs that keys are made of', { name: '#$gsi1pk#', color: null, description: null }],
    ['__proto__ as a name', { name: '__proto__', color: 'constructor', description: null }],
  ])('201s %s and returns it unchanged', async (_, fields) => {
    const answer = await create(fields)
    expect(labelOf(answer)).toMatchObject(fields)
    expect((await browser('GET', `/v1/goal-labels/${labelOf(answer).id}`)).text).toBe(answer.text)
  })

  const wrongFields: [string, object, string][] = [
    ['an empty name', { name: '' }, 'name'],
    ['a blank name', { name: ' \n' }, 'name'],
    ['a name of 65 characters', { name: 'x'.repeat(65) }, 'name'],
    ['a name of 65 emoji', { name: '😀'.repeat(65) }, 'name'],
    ['a name that is null', { name: null }, 'name'],
    ['half a surrogate pair', { name: 'a\ud83d' }, 'name'],
    ['an empty color', { color: '' }, 'color'],
    ['a color of 33 characters', { color: 'x'.repeat(33) }, 'color'],
    ['an empty description', { description: '' }, 'description'],
    ['a description of 501 characters', { description: 'x'.repeat(501) }, 'description'],
    ['a number as color', { color: 7 }, 'color'],
    ['an id', { id: unknownId }, 'id'],
  ]

  it.each(wrongFields)('400s %s, on creation and on PATCH', async (_, fields, path) => {
    expect(await create({ name: 'wrong', ...fields })).toMatchObject(refusal('invalid_request', path))
    const label = await createLabel(browser, 'to be wronged')
    expect(await change(label.id, fields)).toMatchObject(refusal('invalid_request', path))
    expect(labelOf(await browser('GET', `/v1/goal-labels/${label.id}`))).toEqual(label)
    await remove(label.id)
  })
})

describe('the name of a label', () => {
  it.each([
    ['Bug', ['Bug', 'bug', 'BUG', '  bUg  ']],
    ['Ärger', ['ärger', 'ÄRGER', 'A\u0308rger']],
    ['Ещё', ['ЕЩЁ', 'ещё']],
    ['x'.repeat(64), ['X'.repeat(64)]],
  ])('%s is taken: 409s in every letter case, on creation and on PATCH', async (name, others) => {
    await createLabel(browser, name)
    const another = await createLabel(browser, `not ${name.slice(0, 20)}`)
    for (const other of others) {
      expect(await create({ name: other }), other).toMatchObject(refusal('goal_label_exists'))
      expect(await change(another.id, { name: other, color: 'red' })).toMatchObject(
        refusal('goal_label_exists'),
      )
    }
    expect(labelOf(await browser('GET', `/v1/goal-labels/${another.id}`))).toEqual(another)
  })

  it('may be another one by an accent, a blank or a sign', async () => {
    for (const name of ['resume', 'résumé', 're sume', 're-sume', 're#sume']) {
      expect(await create({ name })).toMatchObject({ status: 201 })
    }
  })

  it("is one organization's own", async () => {
    await createLabel(browser, 'Shared name')
    expect(await stranger('POST', '/v1/goal-labels', { body: { name: 'shared name' } })).toMatchObject({
      status: 201,
    })
  })

  it('is taken by one of many that come at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => create({ name: index % 2 ? 'Race' : 'RACE' })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)])
  })

  it('is free once its label was deleted or renamed', async () => {
    const label = await createLabel(browser, 'Free soon')
    await remove(label.id)
    const second = await createLabel(browser, 'FREE soon')
    await change(second.id, { name: 'Elsewhere' })
    expect(await create({ name: 'free soon' })).toMatchObject({ status: 201 })
  })

  it('may change to itself in another case', async () => {
    const { id } = await createLabel(browser, 'shout')
    expect(labelOf(await change(id, { name: 'SHOUT' })).name).toBe('SHOUT')
    expect(labelOf(await change(id, { name: 'SHOUT' })).name).toBe('SHOUT')
    expect(await create({ name: 'shout' })).toMatchObject(refusal('goal_label_exists'))
  })
})

describe('PATCH of a label', () => {
  it.each([
    [{ name: 'Changed 1' }],
    [{ color: 'blue' }],
    [{ description: 'Other' }],
    [{ color: null }],
    [{ description: null }],
    [{ name: 'Changed 2', color: null, description: 'x' }],
  ])('200s %j and changes nothing else', async (fields) => {
    const label = await createLabel(browser, `before ${JSON.stringify(fields)}`, {
      color: 'red',
      description: 'Old',
    })
    clock.advance({ milliseconds: 3 })
    const answer = await change(label.id, fields)
    expect(answer.status).toBe(200)
    expect(labelOf(answer)).toEqual({ ...label, ...fields, updatedAt: clock.timestamp })
    expect((await browser('GET', `/v1/goal-labels/${label.id}`)).text).toBe(answer.text)
  })

  it('400s an empty change', async () => {
    const { id } = await createLabel(browser, 'unchanged')
    expect(await change(id, {})).toMatchObject(refusal('invalid_request'))
  })

  it('shows in every goal at once and touches no goal', async () => {
    const { id } = await createLabel(browser, 'old name')
    const goal = await publish(browser, { labelIds: [id] })
    clock.advance({ milliseconds: 3 })
    const renamed = labelOf(await change(id, { name: 'new name', color: 'green' }))
    const shown = { ...goal, labels: [renamed] }
    expect(goalOf(await browser('GET', `/v1/goals/${goal.id}`))).toEqual(shown)
    for (const query of ['', `?labelId=${id}`, '?status=active']) {
      const { body } = await browser('GET', `/v1/goals${query}`)
      expect((body as { goals: { id: string }[] }).goals.find((listed) => listed.id === goal.id)).toEqual(
        shown,
      )
    }
  })
})

describe('DELETE of a label', () => {
  it('204s one that no goal carries; then it is gone', async () => {
    const { id } = await createLabel(browser, 'unused')
    expect(await remove(id)).toMatchObject({ status: 204, text: '' })
    expect(await browser('GET', `/v1/goal-labels/${id}`)).toMatchObject(refusal('goal_label_not_found'))
    expect(await change(id, { name: 'x' })).toMatchObject(refusal('goal_label_not_found'))
    expect(await remove(id)).toMatchObject(refusal('goal_label_not_found'))
  })

  it.each(['active', 'paused', 'completed', 'archived'])(
    '409s one that a goal carries which is %s',
    async (status) => {
      const { id } = await createLabel(browser, `used by ${status}`)
      const goal = await publish(browser, { labelIds: [id] })
      const body = { status, summary: 'x', details: 'x', expectedRevision: 1, idempotencyKey: 'x' }
      await browser('POST', `/v1/goals/${goal.id}/updates`, { body })
      expect(await remove(id)).toMatchObject(refusal('goal_label_in_use'))
      expect(goalOf(await browser('GET', `/v1/goals/${goal.id}`)).labels.map((label) => label.id)).toEqual([
        id,
      ])
      await browser('DELETE', `/v1/goals/${goal.id}`)
      expect(await remove(id)).toMatchObject({ status: 204 })
    },
  )

  it('409s until the last of several goals lets go of it', async () => {
    const { id } = await createLabel(browser, 'used by three')
    const goals = [await publish(browser, { labelIds: [id] }), await publish(browser, { labelIds: [id] })]
    for (const goal of goals) {
      expect(await remove(id)).toMatchObject(refusal('goal_label_in_use'))
      await browser('PATCH', `/v1/goals/${goal.id}`, { body: { labelIds: [] } })
    }
    expect(await remove(id)).toMatchObject({ status: 204 })
  })
})

describe('a label that is not there', () => {
  it.each([
    ['GET', undefined],
    ['PATCH', { name: 'x' }],
    ['DELETE', undefined],
  ])('404s as goal_label_not_found: %s', async (method, body) => {
    const foreign = await createLabel(stranger, `foreign ${method}`)
    for (const id of [unknownId, foreign.id, 'x', '0', '%20', unknownId.slice(1), '%F0%9F%98%80']) {
      const answer = await browser(method, `/v1/goal-labels/${id}`, { body })
      expect(answer, id).toMatchObject(refusal('goal_label_not_found'))
    }
    expect(await stranger('GET', `/v1/goal-labels/${foreign.id}`)).toMatchObject({ status: 200 })
  })
})

describe('the list of labels', () => {
  it('is by name without regard to case, and one organization has its own', async () => {
    const { cookie } = await signIn(service, { email: 'joan@example.com', displayName: 'Joan' })
    const send = createSend(service, { cookie })
    const names = ['b', 'A', 'a b', 'B a', 'ab', 'C', 'Aa', '10', '2', 'é', 'Z', 'ß', '😀', '\uff21', '_']
    for (const name of names) await createLabel(send, name)
    const { body } = await send('GET', '/v1/goal-labels')
    const listed = (body as { labels: { name: string }[] }).labels.map(({ name }) => name)
    const ascii = listed.filter((name) => /^[A-Za-z ]+$/.test(name))
    expect(ascii).toEqual(['A', 'a b', 'Aa', 'ab', 'b', 'B a', 'C', 'Z'])
    expect([...listed].sort()).toEqual([...names].sort())
    const pages = await walk<{ name: string }>(send, '/v1/goal-labels', 'labels', { limit: '4' })
    expect(pages.flat().map(({ name }) => name)).toEqual(listed)

    const labelIds = (body as { labels: { id: string }[] }).labels.map(({ id }) => id).reverse()
    const goal = await publish(send, { labelIds })
    expect(goal.labels.map(({ name }) => name)).toEqual(listed)
  })

  it('200s empty for an organization without labels', async () => {
    const { api } = await signIn(service, { email: 'mary@example.com', displayName: 'Mary' })
    expect(await api.listGoalLabels()).toEqual({ labels: [], nextCursor: null })
  })
})
