import { describe, expect, it } from 'vitest'
import { startWithAda } from '../../../support/people/start-with-ada.ts'
import { createSend, refusal, unknownId } from '../../../support/requests/exchange.ts'
import { createLabel, labelOf } from '../../../support/requests/goals.ts'

const { service, send: browser, signInAs } = await startWithAda()
const stranger = createSend(service, await signInAs('Eve'))
const create = (body: object) => browser('POST', '/v1/goal-labels', { body })
const change = (id: string, body: object) => browser('PATCH', `/v1/goal-labels/${id}`, { body })
const remove = (id: string) => browser('DELETE', `/v1/goal-labels/${id}`)

describe('the fields of a label', () => {
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

  it('may differ only by an accent, a space or a symbol', async () => {
    for (const name of ['resume', 'résumé', 're sume', 're-sume', 're#sume']) {
      expect(await create({ name })).toMatchObject({ status: 201 })
    }
  })

  it('is unique per organization', async () => {
    await createLabel(browser, 'Shared name')
    expect(await stranger('POST', '/v1/goal-labels', { body: { name: 'shared name' } })).toMatchObject({
      status: 201,
    })
  })

  it('is taken by one of many at once', async () => {
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, index) => create({ name: index % 2 ? 'Race' : 'RACE' })),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)])
  })

  it('is free once its label is deleted or renamed', async () => {
    const label = await createLabel(browser, 'Free soon')
    await remove(label.id)
    const second = await createLabel(browser, 'FREE soon')
    await change(second.id, { name: 'Elsewhere' })
    expect(await create({ name: 'free soon' })).toMatchObject({ status: 201 })
  })

  it('may change its letter case', async () => {
    const { id } = await createLabel(browser, 'shout')
    expect(labelOf(await change(id, { name: 'SHOUT' })).name).toBe('SHOUT')
    expect(labelOf(await change(id, { name: 'SHOUT' })).name).toBe('SHOUT')
    expect(await create({ name: 'shout' })).toMatchObject(refusal('goal_label_exists'))
  })
})
