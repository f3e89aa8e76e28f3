import { describe, expect, it } from 'vitest'
import { outcomeOf } from '../../../support/requests/outcomes.ts'
import { saveView, startViews, viewsOf } from './support/start.ts'

const { ada, bob, cem, sam } = await startViews()

describe('the list of saved views', () => {
  it('has the own ones and those that the organization shares, sorted by name, ignoring case', async () => {
    expect(await ada.api.listGoalViews()).toEqual({ goalViews: [], nextCursor: null })
    for (const name of ['b', 'C', 'a']) await saveView(cem, { name })
    for (const name of ['B shared', 'ä', 'Aa shared']) await saveView(ada, { name, isShared: true })
    await saveView(ada, { name: 'Of Ada' })
    const namesOf = async (person: typeof ada) => (await viewsOf(person)).map(({ name }) => name)
    expect(await namesOf(cem)).toEqual(['a', 'Aa shared', 'b', 'B shared', 'C', 'ä'])
    expect(await namesOf(ada)).toEqual(['Aa shared', 'B shared', 'Of Ada', 'ä'])
    expect(await namesOf(bob)).toEqual(['Aa shared', 'B shared', 'ä'])
    expect(await namesOf(sam)).toEqual([])
  })

  it('has pages that continue after the last view, also if views with the same name were added before it', async () => {
    const all = await viewsOf(cem)
    const first = await cem.api.listGoalViews({ query: { limit: 2 } })
    expect(first.goalViews).toEqual(all.slice(0, 2))
    await saveView(cem, { name: '0' })
    const rest = await cem.api.listGoalViews({ query: { cursor: first.nextCursor ?? '' } })
    expect(rest).toEqual({ goalViews: all.slice(2), nextCursor: null })
    const last = await cem.api.listGoalViews({ query: { limit: 4, cursor: first.nextCursor ?? '' } })
    expect(last).toEqual(rest)
  })

  it('400s the cursor of another member', async () => {
    const { nextCursor } = await cem.api.listGoalViews({ query: { limit: 1 } })
    const cursor = nextCursor ?? ''
    expect(await outcomeOf(bob.api.listGoalViews({ query: { cursor } }))).toBe('400 invalid_cursor')
  })
})
