import { maximumOwnGoalViews } from '@cairn/contract/schemas/goal-views'
import { afterAll, describe, expect, it } from 'vitest'
import { refusal } from '../../../support/requests/exchange.ts'
import { allAtOnce, outcomeOf, tally } from '../../../support/requests/outcomes.ts'
import { createClock } from '../../../support/service/clock.ts'
import { expectSoundTable } from '../../../support/table/check-table.ts'
import { paramsOf, saveView, startViews, viewsOf } from './support/start.ts'

const clock = createClock()
const { service, send, ada, bob, cem, sam } = await startViews({ clock: clock.read })
afterAll(async () => {
  await expectSoundTable(service.table.database)
})

describe('changing a view', () => {
  it('200s with the new name and query, and keeps the rest', async () => {
    const view = await saveView(cem)
    clock.advance({ milliseconds: 60_000 })
    const body = { name: 'Mine', query: 'owner=me' }
    const { goalView } = await cem.api.updateGoalView({ ...paramsOf(view), body })
    expect(goalView).toEqual({ ...view, ...body, updatedAt: clock.timestamp })
    expect(await viewsOf(cem)).toEqual([goalView])
    await cem.api.deleteGoalView(paramsOf(view))
  })

  it('changes nothing, not even its time, if everything is there already', async () => {
    const view = await saveView(cem)
    clock.advance({ milliseconds: 60_000 })
    const body = { name: view.name, query: view.query, isShared: false }
    expect(await cem.api.updateGoalView({ ...paramsOf(view), body })).toEqual({ goalView: view })
    await cem.api.deleteGoalView(paramsOf(view))
  })

  it('400s without a field', async () => {
    const view = await saveView(ada)
    expect(await send('PATCH', `/v1/goal-views/${view.id}`, { body: {} })).toMatchObject(
      refusal('invalid_request', ''),
    )
    await ada.api.deleteGoalView(paramsOf(view))
  })
})

describe('sharing a view', () => {
  it('shows it to all members, and no longer sharing it takes it away from them', async () => {
    const view = await saveView(cem)
    const change = (isShared: boolean) => cem.api.updateGoalView({ ...paramsOf(view), body: { isShared } })
    const { goalView } = await change(true)
    expect(goalView).toEqual({ ...view, isShared: true, updatedAt: clock.timestamp })
    for (const person of [ada, bob, cem]) expect(await viewsOf(person)).toEqual([goalView])
    await change(false)
    for (const person of [ada, bob]) expect(await viewsOf(person)).toEqual([])
    expect(await viewsOf(cem)).toMatchObject([{ id: view.id, isShared: false }])
    await cem.api.deleteGoalView(paramsOf(view))
  })

  it('409s no longer sharing one with 50 own views', async () => {
    const shared = await saveView(cem, { isShared: true })
    const own = []
    for (let count = 0; count < maximumOwnGoalViews; count++) own.push(await saveView(cem))
    const back = () => cem.api.updateGoalView({ ...paramsOf(shared), body: { isShared: false } })
    expect(await outcomeOf(back())).toBe('409 too_many_goal_views')
    for (const view of own) await cem.api.deleteGoalView(paramsOf(view))
    expect(await outcomeOf(back())).toBe('ok')
    await cem.api.deleteGoalView(paramsOf(shared))
  })

  it('moves it once, whatever happens at once', async () => {
    const view = await saveView(cem)
    const responses = await allAtOnce(6, (index) =>
      cem.api.updateGoalView({
        ...paramsOf(view),
        body: index % 2 ? { isShared: true } : { name: `Name ${index}` },
      }),
    )
    expect(tally(responses)).toEqual({ ok: 6 })
    expect(await viewsOf(ada)).toMatchObject([{ id: view.id, isShared: true }])
    await cem.api.deleteGoalView(paramsOf(view))
  })
})

describe('who may change a view', () => {
  const rename = (by: typeof ada, goalViewId: string) =>
    outcomeOf(by.api.updateGoalView({ params: { goalViewId }, body: { name: `By ${by.email}` } }))

  it('404s the own view of somebody else, also for an administrator', async () => {
    const view = await saveView(cem)
    for (const by of [ada, bob, sam]) expect(await rename(by, view.id)).toBe('404 goal_view_not_found')
    await cem.api.deleteGoalView(paramsOf(view))
  })

  it('lets the owner of a shared view and administrators change it, and 403s other members', async () => {
    const view = await saveView(bob, { isShared: true })
    for (const by of [ada, bob]) expect(await rename(by, view.id)).toBe('ok')
    expect(await rename(cem, view.id)).toBe('403 goal_view_owner_required')
    expect(await rename(sam, view.id)).toBe('404 goal_view_not_found')
    await ada.api.deleteGoalView(paramsOf(view))
  })

  it('lets nobody but the owner stop sharing it', async () => {
    const view = await saveView(cem, { isShared: true })
    const take = ada.api.updateGoalView({ ...paramsOf(view), body: { isShared: false } })
    expect(await outcomeOf(take)).toBe('403 goal_view_owner_required')
    await cem.api.deleteGoalView(paramsOf(view))
  })
})
