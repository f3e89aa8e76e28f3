import { describe, expect, it } from 'vitest'
import { startWithAda } from '../../../support/people/start-with-ada.ts'
import { labelOf } from '../../../support/requests/goals.ts'
import { createClock } from '../../../support/service/clock.ts'

const clock = createClock()
const { ada, send: browser } = await startWithAda({ clock: clock.read })
const create = (body: object) => browser('POST', '/v1/goal-labels', { body })

describe('creating a label', () => {
  it('201s with every default', async () => {
    const { activeOrganizationId } = await ada.api.getAuthSession()
    const response = await create({ name: ' Feature ' })
    expect(response.status).toBe(201)
    expect(labelOf(response)).toEqual({
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
    expect((await browser('GET', `/v1/goal-labels/${labelOf(response).id}`)).text).toBe(response.text)
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
    const response = await create(fields)
    expect(labelOf(response)).toMatchObject(fields)
    expect((await browser('GET', `/v1/goal-labels/${labelOf(response).id}`)).text).toBe(response.text)
  })
})
