import { createClient } from '@cairn/contract/http/client'
import { afterEach, describe, expect, it } from 'vitest'
import { createLabel } from '../../../support/people/goals.ts'
import { signIn } from '../../../support/people/sign-in.ts'
import { allAtOnce, bodiesOf, responseTo, tally } from '../../../support/requests/outcomes.ts'
import { recordCalls } from '../../../support/service/call-recorder.ts'
import { createTestTable } from '../../../support/service/engine.ts'
import { holdWrites } from '../../../support/service/hold-writes.ts'
import { startTestService } from '../../../support/service/service.ts'
import { stopAfterFile } from '../../../support/stop-after-file.ts'
import { expectSoundTable } from '../../../support/table/check-table.ts'

const table = stopAfterFile(await createTestTable())
const recorder = recordCalls(table, { quietMilliseconds: 0 })
const service = stopAfterFile(await startTestService({ table }))
const environment = { WEB_ORIGIN: service.origin }
/** The same service; tests can hold back its writes. */
const slow = stopAfterFile(await startTestService({ table, attach: recorder.attach, environment }))
const browser = await signIn(service, { email: 'ada@example.com', displayName: 'Ada' })
const late = createClient({
  baseUrl: slow.origin,
  headers: { origin: service.origin, cookie: browser.cookie },
})

afterEach(async () => {
  recorder.setHold(undefined)
  await expectSoundTable(service.table.database)
})

const namesOf = async () => (await browser.api.listGoalLabels()).labels.map(({ name }) => name)

describe('label names at the same time', () => {
  it('201s one of 20 that create one name in any case, and 409s 19 as goal_label_exists', async () => {
    const responses = await allAtOnce(20, (index) =>
      browser.api.createGoalLabel({ body: { name: index % 2 === 0 ? 'Forêt' : 'FORÊT' } }),
    )
    expect(tally(responses)).toEqual({ ok: 1, '409 goal_label_exists': 19 })
    expect(await namesOf()).toEqual(bodiesOf(responses).map(({ label }) => label.name))
  })

  it('200s one of 10 labels that take one name, and 409s 9', async () => {
    const ids = await Promise.all(
      Array.from({ length: 10 }, (_, index) => createLabel(browser, `Was ${index}`)),
    )
    const responses = await allAtOnce(10, (index) =>
      browser.api.updateGoalLabel({ params: { labelId: ids[index] ?? '' }, body: { name: 'Wanted' } }),
    )
    expect(tally(responses)).toEqual({ ok: 1, '409 goal_label_exists': 9 })
    expect((await namesOf()).filter((name) => name === 'Wanted')).toHaveLength(1)
  })

  it('200s or 409s renames that swap names, and every label keeps a name of its own', async () => {
    const names = ['North', 'East', 'South', 'West']
    const ids = await Promise.all(names.map((name) => createLabel(browser, name)))
    for (let round = 1; round <= 20; round++) {
      // Four labels compete for three free names.
      const wanted = [...names, 'Zenith', 'Nadir', 'Centre']
      const responses = await Promise.all(
        ids.map((labelId, index) =>
          responseTo(
            browser.api.updateGoalLabel({
              params: { labelId },
              body: { name: wanted[(round + index * (1 + (round % 3))) % wanted.length] ?? '' },
            }),
          ),
        ),
      )
      for (const { outcome } of responses) expect(['ok', '409 goal_label_exists']).toContain(outcome)
      const { goalLabel } = await expectSoundTable(service.table.database)
      for (const [index, response] of responses.entries()) {
        const stored = goalLabel.find(({ labelId }) => labelId === ids[index])
        if (response.outcome === 'ok') expect(stored?.name).toBe(response.body.label.name)
      }
    }
  })

  it('201s a name as soon as its label is renamed or deleted, again and again', async () => {
    for (let round = 1; round <= 10; round++) {
      const labelId = await createLabel(browser, 'Relay')
      if (round % 2 === 0) await browser.api.deleteGoalLabel({ params: { labelId } })
      else await browser.api.updateGoalLabel({ params: { labelId }, body: { name: `Former ${round}` } })
    }
    expect(await namesOf()).not.toContain('Relay')
  })

  it('200s PATCHes of different fields at once, and keeps all', async () => {
    for (let round = 1; round <= 10; round++) {
      const labelId = await createLabel(browser, `Fields ${round}`)
      const changes = [{ name: `Renamed ${round}` }, { color: 'green' }, { description: 'Where trees stand' }]
      const responses = await Promise.all(
        changes.map((body) => responseTo(browser.api.updateGoalLabel({ params: { labelId }, body }))),
      )
      expect(tally(responses)).toEqual({ ok: 3 })
      const { label } = await browser.api.getGoalLabel({ params: { labelId } })
      expect(label).toMatchObject(Object.assign({}, ...changes))
    }
  })

  it.each<[string, (labelId: string) => Promise<unknown>, names: string[]]>([
    ['deleting', (labelId) => late.deleteGoalLabel({ params: { labelId } }), ['Old']],
    [
      'renaming',
      (labelId) => late.updateGoalLabel({ params: { labelId }, body: { name: 'Newest' } }),
      ['Newest', 'Old'],
    ],
  ])('%s a label leaves its former name to the label that took it meanwhile', async (_, write, names) => {
    const labelId = await createLabel(browser, 'Old')
    const before = (await namesOf()).filter((name) => name !== 'Old')
    const held = holdWrites(recorder)
    const written = write(labelId)
    await held.arrived
    await browser.api.updateGoalLabel({ params: { labelId }, body: { name: 'New' } })
    const heir = await createLabel(browser, 'Old')
    held.release()
    await written
    expect((await namesOf()).filter((name) => !before.includes(name))).toEqual(names)
    const again = await responseTo(browser.api.createGoalLabel({ body: { name: 'OLD' } }))
    expect(again.outcome).toBe('409 goal_label_exists')
    await browser.api.deleteGoalLabel({ params: { labelId: heir } })
  })
})
