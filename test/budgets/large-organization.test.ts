import { randomBytes } from 'node:crypto'
import type { Goal } from '@cairn/contract/schemas/goals/goals'
import { describe, expect, it } from 'vitest'
import { meterCalls } from '../../infra/cost/meter.ts'
import { type GoalFilters, walkGoals } from '../reliability/properties/goal-model/observe.ts'
import { createLabel } from '../support/people/goals.ts'
import { join } from '../support/people/invite.ts'
import { newcomer } from '../support/people/sessions.ts'
import { type Browser, signIn } from '../support/people/sign-in.ts'
import { recordCalls } from '../support/service/call-recorder.ts'
import { createTestTable } from '../support/service/engine.ts'
import { startTestService } from '../support/service/service.ts'
import { stopAfterFile } from '../support/stop-after-file.ts'
import { type BulkGoal, writeGoals } from '../support/table/bulk-goals.ts'
import { expectSoundTable } from '../support/table/check-table.ts'
import { measurePage } from './support/page-cost.ts'
import { startWriting } from './support/writers.ts'

const largeGoalCount = 2_500
const smallGoalCount = 100
/** How much two costs may differ: a full page reads one more goal to know whether there are more. */
const tolerance = 0.05
/** DynamoDB ends a query at 1 MB, which is 128 read units for an eventually consistent read. */
const largestQueryUnits = 128

type Organization = { browser: Browser; labelId: string; goals: (BulkGoal & { id: string })[] }

const table = stopAfterFile(await createTestTable())
const recorder = recordCalls(table, { quietMilliseconds: 0 })
const meter = meterCalls(recorder)
const environment = { CURSOR_SECRET: randomBytes(32).toString('base64url') }
const direct = stopAfterFile(await startTestService({ table, environment }))
const counted = stopAfterFile(await startTestService({ table, environment, attach: meter.attach }))
// Every list of the small organization has all its goals, so that each fills a page.
const small = await createOrganization('small', smallGoalCount, () => true)
const large = await createOrganization('large', largeGoalCount, (index, one) => index % one === 0)

/** @param isOne  Whether the goal with that number is one of every second, fifth or fourth. */
async function createOrganization(
  name: string,
  count: number,
  isOne: (index: number, ofEvery: number) => boolean,
): Promise<Organization> {
  const browser = await signIn(direct, { email: `${name}@example.com`, displayName: name })
  const labelId = await createLabel(browser, 'Forest')
  const { activeOrganizationId } = await browser.api.getAuthSession()
  const colleague = await newcomer(direct, 'Colleague')
  await join(browser, colleague)
  const start = Date.parse('2026-11-01T00:00:00.000Z')
  const goals = Array.from(
    { length: count },
    (_, index): BulkGoal => ({
      ownerUserId: isOne(index, 2) ? browser.userId : colleague.userId,
      status: isOne(index, 5) ? 'paused' : 'active',
      labelIds: isOne(index, 4) ? [labelId] : [],
      // Seven per millisecond: their order must be stable too.
      // So long that the rows of most goals do not fit into one query.
      title: 'Plant trees along the river. '.repeat(7).slice(0, 200),
      updatedAt: new Date(start + Math.floor(index / 7)).toISOString(),
    }),
  )
  const ids = await writeGoals(direct.table.database, activeOrganizationId, goals)
  return { browser, labelId, goals: goals.map((goal, index) => ({ ...goal, id: ids[index] ?? '' })) }
}

type Filters = (organization: Organization) => Record<string, string>

const lists: [title: string, filters: Filters][] = [
  ['all', () => ({})],
  ['by owner', ({ browser }) => ({ ownerUserId: browser.userId })],
  ['by status', () => ({ status: 'paused' })],
  ['by label', ({ labelId }) => ({ labelId })],
]

const costOf = ({ browser }: Organization, query: Record<string, string>) =>
  measurePage(counted.origin, { recorder, meter }, browser.cookie, query)

/** A large organization has more goals of each status than fit into the page: at most 100 rows of 1 KB more of each. */
const unitsOfOtherStatuses = 3 * 100 * 0.125

describe('a page of 100 goals', () => {
  it.each(lists)('200s at the same cost in organizations of 100 and 2,500 goals, %s', async (_, filters) => {
    const ofSmall = await costOf(small, filters(small))
    const ofLarge = await costOf(large, filters(large))
    expect([ofSmall.goals, ofLarge.goals]).toEqual([100, 100])
    expect(ofSmall.nextCursor).toBeNull()
    expect(ofLarge.calls).toEqual(ofSmall.calls)
    expect(ofSmall.units).toBeGreaterThan(0)
    expect(ofLarge.units).toBeLessThanOrEqual(ofSmall.units * (1 + tolerance) + unitsOfOtherStatuses)
  })

  it.each(lists)('200s at the same cost at the start, middle and end of a list, %s', async (_, filters) => {
    const query = filters(large)
    const first = await costOf(large, query)
    let cursor = first.nextCursor
    for (let page = 2; page <= 4; page++) {
      const { nextCursor } = await large.browser.api.listGoals({ query: { ...query, cursor: cursor ?? '' } })
      cursor = nextCursor
    }
    const fifth = await costOf(large, { ...query, cursor: cursor ?? '' })
    expect([fifth.goals, fifth.calls]).toEqual([100, first.calls])
    expect(Math.abs(fifth.units - first.units)).toBeLessThanOrEqual(first.units * tolerance)
  })

  it.each<[string, Filters, queries: number, isOnePage: boolean]>([
    ['by health', () => ({ health: 'on_track' }), 4, false],
    ['by attention', () => ({ attention: 'at_risk' }), 1, false],
    ['by status and health', () => ({ status: 'active', health: 'at_risk' }), 1, false],
    ['by owner and health', ({ browser }) => ({ ownerUserId: browser.userId, health: 'on_track' }), 4, true],
    ['by label and health', ({ labelId }) => ({ labelId, health: 'off_track' }), 4, true],
  ])(
    '200s empty after one query of at most 1 MB for each status if no goal matches, %s',
    async (_, filters, queries, isOnePage) => {
      const { calls, highest, goals, nextCursor } = await costOf(large, filters(large))
      expect(goals).toBe(0)
      expect(nextCursor === null).toBe(isOnePage)
      expect(calls.filter((call) => call.startsWith('Query gsi'))).toHaveLength(queries)
      expect(highest).toBeLessThanOrEqual(largestQueryUnits)
      // The walk ends, although no page returns a goal.
      expect(await walkGoals(large.browser.api, filters(large))).toEqual([])
    },
  )
})

/** Expects each of the goals once, in the order of the list, and no goal twice. */
function expectExactlyOnce(walked: readonly Goal[], expected: Organization['goals'], title: string): void {
  const places = new Map(walked.map(({ id }, place) => [id, place]))
  expect(places.size, title).toBe(walked.length)
  expect(
    expected.filter(({ id }) => !places.has(id)),
    title,
  ).toEqual([])
  const placeOf = ({ id }: { id: string }) => places.get(id) ?? 0
  const times = expected.toSorted((a, b) => placeOf(a) - placeOf(b)).map(({ updatedAt }) => updatedAt)
  expect(times, title).toEqual(times.toSorted().reverse())
}

describe('walking 2,500 goals while others write', () => {
  it('200s page after page with each untouched goal exactly once, whatever the filter and the page size', async () => {
    const { browser, goals, labelId } = large
    const { userId, api } = browser
    const isMine = (goal: BulkGoal) => goal.ownerUserId === userId
    const isLabeled = (goal: BulkGoal) => goal.labelIds.length > 0
    const walks: [limit: number, filters: GoalFilters, belongs: (goal: BulkGoal) => boolean][] = [
      [100, {}, () => true],
      [87, {}, () => true],
      [100, { ownerUserId: userId }, isMine],
      [100, { status: 'paused' }, (goal) => goal.status === 'paused'],
      [100, { labelId }, isLabeled],
      [61, { ownerUserId: userId, status: 'active' }, (goal) => isMine(goal) && goal.status === 'active'],
      [31, { labelId, status: 'active' }, (goal) => isLabeled(goal) && goal.status === 'active'],
    ]
    const isTouched = (index: number) => index % 3 === 0
    const untouched = goals.filter((_, index) => !isTouched(index))
    const touchedIds = goals.filter((_, index) => isTouched(index)).map(({ id }) => id)

    const writing = startWriting(browser, touchedIds, labelId)
    const walked = await Promise.all(walks.map(([limit, filters]) => walkGoals(api, filters, limit)))
    expect(await writing.stop()).toBeGreaterThan(20)

    for (const [index, [limit, filters, belongs]] of walks.entries()) {
      const title = `${JSON.stringify(filters)}, ${limit} a page`
      const found = walked[index] ?? []
      expectExactlyOnce(found, untouched.filter(belongs), title)
      const strangers = new Set(untouched.filter((goal) => !belongs(goal)).map(({ id }) => id))
      expect(
        found.filter(({ id }) => strangers.has(id)),
        title,
      ).toEqual([])
    }
    await expectSoundTable(table.database)
  })
})
