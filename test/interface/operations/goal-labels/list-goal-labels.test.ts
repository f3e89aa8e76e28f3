import { describe, expect, it } from 'vitest'
import { startWithAda } from '../../../support/people/start-with-ada.ts'
import { createLabel, publish } from '../../../support/requests/goals.ts'
import { walk } from '../../../support/requests/walk.ts'

const { send: browser, signInAs } = await startWithAda()

describe('the list of labels', () => {
  it('is sorted by name, ignoring case, and has only the labels of the organization', async () => {
    const names = ['b', 'A', 'a b', 'B a', 'ab', 'C', 'Aa', '10', '2', 'é', 'Z', 'ß', '😀', '\uff21', '_']
    for (const name of names) await createLabel(browser, name)
    const { body } = await browser('GET', '/v1/goal-labels')
    const listed = (body as { labels: { name: string }[] }).labels.map(({ name }) => name)
    const ascii = listed.filter((name) => /^[A-Za-z ]+$/.test(name))
    expect(ascii).toEqual(['A', 'a b', 'Aa', 'ab', 'b', 'B a', 'C', 'Z'])
    expect([...listed].sort()).toEqual([...names].sort())
    const pages = await walk<{ name: string }>(browser, '/v1/goal-labels', 'labels', { limit: '4' })
    expect(pages.flat().map(({ name }) => name)).toEqual(listed)

    const labelIds = (body as { labels: { id: string }[] }).labels.map(({ id }) => id).reverse()
    const goal = await publish(browser, { labelIds })
    expect(goal.labels.map(({ name }) => name)).toEqual(listed)
  })

  it('200s empty for an organization without labels', async () => {
    const { api } = await signInAs('Mary')
    expect(await api.listGoalLabels()).toEqual({ labels: [], nextCursor: null })
  })
})
