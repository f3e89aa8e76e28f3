import { maximumOwnGoalViews, maximumSharedGoalViews } from '@cairn/contract/schemas/goal-views'
import { afterAll, describe, expect, it } from 'vitest'
import { refusal } from '../../../support/requests/exchange.ts'
import { allAtOnce, outcomeOf, tally } from '../../../support/requests/outcomes.ts'
import { createClock } from '../../../support/service/clock.ts'
import { expectSoundTable } from '../../../support/table/check-table.ts'
import { paramsOf, saveView, startViews, viewsOf } from './support/start.ts'

const clock = createClock()
const { service, send, ada, cem, sam } = await startViews({ clock: clock.read })
afterAll(async () => {
  await expectSoundTable(service.table.database)
})

describe('saving a view', () => {
  it('201s with the view, which is the caller’s own by default', async () => {
    const body = { name: '  Late and mine ', query: 'owner=me&q=a%20b' }
    const { goalView } = await cem.api.createGoalView({ body })
    expect(goalView).toEqual({
      id: goalView.id,
      name: 'Late and mine',
      query: 'owner=me&q=a%20b',
      isShared: false,
      ownerUserId: cem.userId,
      createdAt: clock.timestamp,
      updatedAt: clock.timestamp,
    })
    expect(await viewsOf(cem)).toEqual([goalView])
    expect(await viewsOf(ada)).toEqual([])
    await cem.api.deleteGoalView(paramsOf(goalView))
  })

  it('lets any member share one, under a name that others have too', async () => {
    const views = [await saveView(cem, { isShared: true }), await saveView(ada, { isShared: true })]
    expect(new Set((await viewsOf(ada)).map(({ id }) => id))).toEqual(new Set(views.map(({ id }) => id)))
    for (const view of views) await ada.api.deleteGoalView(paramsOf(view))
  })

  it.each([
    ['an empty query', { query: '' }],
    ['the longest query', { query: '~'.repeat(2_000) }],
    ['a query that no list understands', { query: '<b>&&=%%?#' }],
    ['the longest name', { name: 'ä'.repeat(100) }],
  ])('keeps %s as it is', async (_, fields) => {
    const view = await saveView(ada, fields)
    expect(view).toMatchObject(fields)
    await ada.api.deleteGoalView(paramsOf(view))
  })

  it.each([
    ['query', { query: 'a'.repeat(2_001) }],
    ['query', { query: 'q=ü' }],
    ['query', { query: 'q=a\nb' }],
    ['query', { query: null }],
    ['name', { name: ' ' }],
    ['name', { name: 'a'.repeat(101) }],
    ['name', { name: 'a\u202eb' }],
    ['isShared', { isShared: 'yes' }],
    ['ownerUserId', { ownerUserId: 'email:x' }],
  ])('400s a wrong %s: %j', async (path, fields) => {
    const body = { name: 'x', query: '', ...fields }
    expect(await send('POST', '/v1/goal-views', { body })).toMatchObject(refusal('invalid_request', path))
  })
})

describe('the limit', () => {
  it.each([
    ['own views of a member', maximumOwnGoalViews, false],
    ['shared views of an organization', maximumSharedGoalViews, true],
  ])('of %s is %i, also for many requests at once', async (_, maximum, isShared) => {
    for (let count = 0; count < maximum - 2; count++) await saveView(sam, { name: `${count}`, isShared })
    const responses = await allAtOnce(5, (index) => saveView(sam, { name: `at once ${index}`, isShared }))
    expect(tally(responses)).toEqual({ ok: 2, '409 too_many_goal_views': 3 })
    const views = (await sam.api.listGoalViews({ query: { limit: 100 } })).goalViews
    const [first] = views.filter((view) => view.isShared === isShared)
    if (!first) throw new Error('There is none.')
    await sam.api.deleteGoalView(paramsOf(first))
    await saveView(sam, { isShared })
    expect(await outcomeOf(saveView(sam, { isShared }))).toBe('409 too_many_goal_views')
  })

  it('of own views counts for each member, and apart from the shared ones', async () => {
    const views = [await saveView(ada), await saveView(cem), await saveView(cem, { isShared: true })]
    expect(views.map(({ ownerUserId }) => ownerUserId)).toEqual([ada.userId, cem.userId, cem.userId])
  })
})
