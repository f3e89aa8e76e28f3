import { describe, expect, it } from 'vitest'
import { createToken, programWith } from '../../../support/people/api-tokens.ts'
import { createGoal, createLabel } from '../../../support/people/goals.ts'
import { startWithAda } from '../../../support/people/start-with-ada.ts'
import { refusal } from '../../../support/requests/exchange.ts'
import { expectSoundTable } from '../../../support/table/check-table.ts'

/** `q`: goals are found by the beginnings of words. On one machine, where long texts are indexed before the next search. */

const { service, ada, send, signInAs } = await startWithAda()
const bob = await signInAs('Bob')

const find = async (q: string, query: Record<string, string> = {}) => {
  const { goals, nextCursor } = await ada.api.listGoals({ query: { q, view: 'summary', ...query } })
  return { titles: goals.map(({ title }) => title), nextCursor }
}
const titlesOf = async (q: string, query?: Record<string, string>) => (await find(q, query)).titles
const criterion = (title: string) => ({ title, description: 'As agreed.' })

describe('searching goals', () => {
  it('finds goals by the beginning of words in title, criteria and labels, in any case and order', async () => {
    const labelId = await createLabel(ada, 'Résumé Team')
    await createGoal(ada, { title: 'Launch the ZEBRA beta' })
    await createGoal(ada, { title: 'Other', criteria: [criterion('Zebras are counted')] })
    await createGoal(ada, { title: 'Labeled zebra', labelIds: [labelId] })
    expect(await titlesOf('zeb')).toEqual(['Labeled zebra', 'Other', 'Launch the ZEBRA beta'])
    expect(await titlesOf('ZEBRA')).toEqual(['Labeled zebra', 'Other', 'Launch the ZEBRA beta'])
    expect(await titlesOf('bet zebra')).toEqual(['Launch the ZEBRA beta'])
    expect(await titlesOf('zebra,  team!')).toEqual(['Labeled zebra'])
    expect(await titlesOf('résu')).toEqual(['Labeled zebra'])
    expect(await titlesOf('ebra')).toEqual([])
    expect(await titlesOf('agreed')).toEqual(['Other'])
    expect(await titlesOf('zebra nothing')).toEqual([])
  })

  it('follows edits and deletes', async () => {
    const goal = await createGoal(ada, { title: 'Walrus', criteria: [criterion('Tusk')] })
    const params = { goalId: goal.id }
    await ada.api.updateGoal({ params, body: { title: 'Seal' } })
    expect([await titlesOf('walrus'), await titlesOf('seal')]).toEqual([[], ['Seal']])
    await ada.api.updateGoal({ params, body: { criteria: [] } })
    expect(await titlesOf('tusk')).toEqual([])
    await ada.api.deleteGoal({ params })
    expect(await titlesOf('seal')).toEqual([])
    await expectSoundTable(service.table.database)
  })

  it('follows the names of labels', async () => {
    const labelId = await createLabel(ada, 'Quokka')
    await createGoal(ada, { title: 'Island', labelIds: [labelId] })
    await ada.api.updateGoalLabel({ params: { labelId }, body: { name: 'Numbat' } })
    expect([await titlesOf('quokka'), await titlesOf('numbat')]).toEqual([[], ['Island']])
  })

  it('combines with filters and pages', async () => {
    for (let number = 0; number < 5; number++) await createGoal(ada, { title: `Heron ${number}` })
    const [first] = (await ada.api.listGoals({ query: { q: 'heron 2' } })).goals
    await ada.api.createGoalUpdate({
      params: { goalId: first?.id ?? '' },
      body: { status: 'paused', summary: 'Rest', details: 'Rest', expectedRevision: 1, idempotencyKey: 'r' },
    })
    expect(await titlesOf('heron', { status: 'paused' })).toEqual(['Heron 2'])
    const seen: string[] = []
    let cursor: string | null | undefined
    do {
      const page = await find('heron', { limit: '2', ...(cursor && { cursor }) })
      seen.push(...page.titles)
      cursor = page.nextCursor
    } while (cursor)
    expect(seen).toEqual(['Heron 2', 'Heron 4', 'Heron 3', 'Heron 1', 'Heron 0'])
  })

  it('finds goals of the caller’s organization only', async () => {
    await createGoal(bob, { title: 'Ocelot' })
    expect(await titlesOf('ocelot')).toEqual([])
  })

  it('finds characters of writing systems without spaces', async () => {
    await createGoal(ada, { title: '木材を運ぶ' })
    expect(await titlesOf('木材')).toEqual(['木材を運ぶ'])
    expect(await titlesOf('運')).toEqual(['木材を運ぶ'])
    expect(await titlesOf('材石')).toEqual([])
  })

  it('finds every goal with a hundred long criteria by each of their words', async () => {
    const criteria = Array.from({ length: 100 }, (_, number) =>
      criterion(`alpha${number} beta${number} gamma${number}`),
    )
    const { id } = await createGoal(ada, { title: 'Long', criteria })
    expect(await titlesOf('gamma99 alpha0 beta57')).toEqual(['Long'])
    await expectSoundTable(service.table.database)
    await ada.api.updateGoal({ params: { goalId: id }, body: { criteria: [] } })
    expect(await titlesOf('gamma99')).toEqual([])
    await expectSoundTable(service.table.database)
  })

  it('finds all of more than a hundred goals, page by page', async () => {
    const titles = Array.from({ length: 130 }, (_, number) => `Broad ${String(number).padStart(3, '0')}`)
    for (const title of titles) await createGoal(ada, { title })
    const seen: string[] = []
    let cursor: string | null | undefined
    do {
      const page = await find('broad', { limit: '50', ...(cursor && { cursor }) })
      seen.push(...page.titles)
      cursor = page.nextCursor
    } while (cursor)
    // Two goals of the same millisecond come in any order.
    expect(seen.toSorted()).toEqual(titles)
    expect(await titlesOf('broad 077')).toEqual(['Broad 077'])
  })

  it.each(['', 'x'.repeat(201)])('400s %.5j', async (q) => {
    expect(await send('GET', `/v1/goals?q=${q}`)).toMatchObject(refusal('invalid_request', 'q'))
  })

  it.each([' ', '…', '!?', '💥'])('finds nothing without a word: %j', async (q) => {
    expect(await find(q)).toEqual({ titles: [], nextCursor: null })
    const { id } = await createGoal(ada, { title: 'Of the token' })
    const token = await createToken(ada, ['goals:read'], { goalIds: [id] })
    const query = (text: string) => ({ query: { q: text, view: 'summary' as const } })
    const bound = programWith(service, token)
    expect((await bound.listGoals(query('of'))).goals.map((goal) => goal.id)).toEqual([id])
    expect((await bound.listGoals(query(q))).goals).toEqual([])
  })
})
