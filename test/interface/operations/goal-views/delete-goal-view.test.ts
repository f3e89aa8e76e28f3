import { expect, it } from 'vitest'
import { allAtOnce, outcomeOf, tally } from '../../../support/requests/outcomes.ts'
import { expectSoundTable } from '../../../support/table/check-table.ts'
import { readTable } from '../../../support/table/read-table.ts'
import { paramsOf, saveView, startViews, viewsOf } from './support/start.ts'

const { service, ada, bob, cem, sam } = await startViews()

it('204s once of many at once, and then 404s', async () => {
  const view = await saveView(cem)
  const responses = await allAtOnce(5, () => cem.api.deleteGoalView(paramsOf(view)))
  expect(tally(responses)).toEqual({ ok: 1, '404 goal_view_not_found': 4 })
  const rename = cem.api.updateGoalView({ ...paramsOf(view), body: { name: 'x' } })
  expect(await outcomeOf(rename)).toBe('404 goal_view_not_found')
  expect(await viewsOf(cem)).toEqual([])
})

it('lets the owner of a shared view and administrators delete it, and nobody the own view of another', async () => {
  const own = await saveView(cem)
  const shared = await saveView(cem, { isShared: true })
  const remove = (by: typeof ada, view: typeof own) => outcomeOf(by.api.deleteGoalView(paramsOf(view)))
  for (const by of [ada, bob, sam]) expect(await remove(by, own)).toBe('404 goal_view_not_found')
  expect(await remove(sam, shared)).toBe('404 goal_view_not_found')
  const ofBob = await saveView(bob, { isShared: true })
  expect(await remove(cem, ofBob)).toBe('403 goal_view_owner_required')
  expect(await remove(ada, ofBob)).toBe('ok')
  expect(await remove(cem, shared)).toBe('ok')
  expect(await remove(cem, own)).toBe('ok')
})

it('keeps the counts exact', async () => {
  const { goalView, goalViewCount } = await readTable(service.table.database)
  expect(goalView).toEqual([])
  expect(goalViewCount.every(({ count }) => count === 0)).toBe(true)
  await expectSoundTable(service.table.database)
})
