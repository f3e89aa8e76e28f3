import { indexGoals } from '@cairn/domain/goals/search/texts/index-texts'
import { createDatabase } from '@cairn/domain/storage/database/client'
import { expect, it } from 'vitest'
import { meterCalls } from '../../infra/cost/meter.ts'
import { createGoal, reportOf } from '../support/people/goals.ts'
import { signIn } from '../support/people/sign-in.ts'
import { recordCalls } from '../support/service/call-recorder.ts'
import { createTestTable } from '../support/service/engine.ts'
import { startTestService } from '../support/service/service.ts'
import { stopAfterFile } from '../support/stop-after-file.ts'

const table = stopAfterFile(await createTestTable())
const recorder = recordCalls(table, { quietMilliseconds: 10 })
const meter = meterCalls(recorder)
// Indexing behind the answers is measured by itself.
const service = stopAfterFile(await startTestService({ table, attach: meter.attach, background: false }))
const ada = await signIn(service, { email: 'ada@example.com', displayName: 'Ada' })
const database = createDatabase({ ...table, attach: meter.attach })
const { activeOrganizationId: organizationId } = await ada.api.getOrganizationContext()

/** As many different words, from a first one on. */
const words = (count: number, first = 0) =>
  Array.from({ length: count }, (_, index) => `word${String(first + index).padStart(4, '0')}`).join(' ')

async function costOf(
  work: () => Promise<unknown>,
): Promise<{ reads: number; writes: number; trips: number }> {
  meter.take()
  recorder.reset()
  await work()
  const { reads, writes } = meter.take()
  return { reads, writes, trips: recorder.waves }
}

it('costs about a write unit for each changed word behind the answer, and nothing if none has changed', async () => {
  const { id: goalId } = await createGoal(ada, { title: 'Otters', detailedDescription: words(150) })
  const index = () => indexGoals(database, organizationId, [goalId])
  const params = { goalId }
  const measured: Record<string, { reads: number; writes: number }> = {}
  const measure = async (name: string) => {
    const { reads, writes } = await costOf(index)
    measured[name] = { reads, writes }
  }
  await measure('a new goal with 150 words')
  await measure('nothing new')
  await ada.api.createGoalUpdate({
    params,
    body: { ...reportOf('r'), summary: words(10, 200), details: `${words(20, 200)} ${words(100)}` },
  })
  await measure('a report with 20 words that are new and 100 that are not')
  await ada.api.updateGoal({ params, body: { detailedDescription: `${words(149)} changed0` } })
  await measure('one of 150 words of the description changed')
  await ada.api.updateGoal({ params, body: { detailedDescription: 'Nothing.' } })
  await measure('149 words removed, of which a report has 100')
  expect(measured).toEqual({
    // Two writes of the words beside the postings, of up to 2 KB.
    'a new goal with 150 words': { reads: 6, writes: 154 },
    'nothing new': { reads: 5, writes: 0 },
    'a report with 20 words that are new and 100 that are not': { reads: 6, writes: 24 },
    // The postings of the text are compared. Those near the word have other words around theirs.
    'one of 150 words of the description changed': { reads: 155, writes: 14 },
    '149 words removed, of which a report has 100': { reads: 6, writes: 157 },
  })
})

it('finds a word of a long text in two round trips, at the cost of what it finds', async () => {
  for (let number = 0; number < 20; number++) {
    const { id } = await createGoal(ada, {
      title: `Goal ${number}`,
      detailedDescription: `The zebra ${words(100, 1000)}`,
    })
    await indexGoals(database, organizationId, [id])
  }
  const find = (q: string) => ada.api.listGoals({ query: { q, view: 'summary' } })
  await find('zebra')
  const found = await costOf(() => find('zebra'))
  const one = await costOf(() => find('otters'))
  const nothing = await costOf(() => find('nowhere'))
  // Row, words, and words of long texts of each goal; and the postings with the words around them.
  expect(found).toEqual({ reads: 69, writes: 0, trips: 2 })
  expect(one).toEqual({ reads: 11, writes: 0, trips: 2 })
  expect(nothing).toEqual({ reads: 8, writes: 0, trips: 1 })
})
