import { afterEach, describe, expect, it } from 'vitest'
import { createGoal, createLabel, reportOf } from '../../support/people/goals.ts'
import { signIn } from '../../support/people/sign-in.ts'
import { responseTo, tally } from '../../support/requests/outcomes.ts'
import { startTestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { expectSoundTable } from '../../support/table/check-table.ts'

const service = stopAfterFile(await startTestService())
const browser = await signIn(service, { email: 'ada@example.com', displayName: 'Ada' })

afterEach(async () => {
  await expectSoundTable(service.table.database)
})

describe('PATCHes of a goal at the same time', () => {
  it('200s two of different fields, and keeps both', async () => {
    for (let round = 1; round <= 12; round++) {
      const { id: goalId } = await createGoal(browser)
      const changes = [{ title: `Title ${round}` }, { detailedDescription: `Description ${round}.` }]
      const responses = await Promise.all(
        changes.map((body) => responseTo(browser.api.updateGoal({ params: { goalId }, body }))),
      )
      expect(tally(responses)).toEqual({ ok: 2 })
      const { goal } = await browser.api.getGoal({ params: { goalId } })
      expect(goal).toMatchObject(Object.assign({}, ...changes))
    }
  })

  it('200s one of every field and 201s a report at once, and keeps all', async () => {
    const labelId = await createLabel(browser, 'Forest')
    for (let round = 1; round <= 5; round++) {
      const { id: goalId } = await createGoal(browser)
      const params = { goalId }
      const changes = [
        { title: 'Title' },
        { detailedDescription: 'Description.' },
        { ownerUserId: null },
        { timeframe: { kind: 'deadline' as const, targetDate: '2027-03-31' } },
        { criteria: [{ title: 'Counted', description: 'A hundred trees stand.' }] },
        { labelIds: [labelId] },
      ]
      const responses = await Promise.all([
        ...changes.map((body) => responseTo(browser.api.updateGoal({ params, body }))),
        responseTo(
          browser.api.createGoalUpdate({
            params,
            body: reportOf('Paused', { status: 'paused', health: 'at_risk' }),
          }),
        ),
      ])
      expect(tally(responses)).toEqual({ ok: 7 })
      const { goal } = await browser.api.getGoal({ params })
      const { labelIds: _, ...fields } = Object.assign({}, ...changes)
      expect(goal).toMatchObject({ ...fields, status: 'paused', health: 'at_risk', revision: 2 })
      expect(goal.labels.map(({ id }) => id)).toEqual([labelId])
    }
  })

  it('200s 8 of one field, and ends with what one of them sent', async () => {
    const { id: goalId } = await createGoal(browser)
    const titles = Array.from({ length: 8 }, (_, index) => `Title ${index}`)
    const responses = await Promise.all(
      titles.map((title) => responseTo(browser.api.updateGoal({ params: { goalId }, body: { title } }))),
    )
    expect(tally(responses)).toEqual({ ok: 8 })
    // Each returns what it wrote, and none moved the goal back in its lists.
    expect(responses.map(({ body }) => body?.goal.title)).toEqual(titles)
    const { goal } = await browser.api.getGoal({ params: { goalId } })
    expect(titles).toContain(goal.title)
    const latest = responses
      .map(({ body }) => body?.goal.updatedAt ?? '')
      .toSorted()
      .at(-1)
    expect(goal.updatedAt).toBe(latest)
    expect(goal.revision).toBe(1)
  })
})
