import { describe, expect, test } from 'vitest'
import { createToken, type Integration, programWith } from '../../support/people/api-tokens.ts'
import { createGoal } from '../../support/people/goals.ts'
import { createWorld } from '../../support/people/world.ts'
import { createClock } from '../../support/service/clock.ts'
import { startTestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { createAppend, type EventFields, reported } from '../operations/events/support/append.ts'
import { callerWith, type ToolAnswer } from './support/call-tools.ts'

/** An agent that follows the cursors of briefs sees everything within its sight once, however much others do. */

const clock = createClock()
const service = stopAfterFile(
  await startTestService({ clock: clock.read, environment: { RATE_LIMITS: 'off' } }),
)
const { owner, member, colleague } = await createWorld(service)
const append = createAppend(service, owner.organizationId, clock)
const foreign = await createGoal(colleague, { title: 'Foreign' })
const goals: { id: string; title: string }[] = []
for (let count = 0; count < 30; count++) goals.push(await createGoal(member, { title: `Goal ${count}` }))

const runGoal = await createGoal(member, { title: 'Of runs' })
goals.push(runGoal)
const ownOnly = await createToken(member, ['goals:read'])
const bound = await createToken(member, ['goals:read:all'], { goalIds: goals.map(({ id }) => id) })
const unlimited = await createToken(member, ['goals:read:all'])
const writer = await createToken(member, ['goals:read', 'goals:write'])
/** A session does not last as long as this file's clock runs. */
const lead = programWith(service, await createToken(owner, ['goals:read:all', 'goals:write:all']))

const byOthers = (count: number, first = 0) =>
  Array.from({ length: count }, (_, index) => reported(colleague.userId, foreign, `Foreign ${first + index}`))
async function appendAll(events: readonly EventFields[]) {
  for (let at = 0; at < events.length; at += 16) await append(...events.slice(at, at + 16))
}

type Seen = { goals: string[]; texts: string[]; bytes: number[]; calls: number; cursor: string }

/** Follows events until there are no more, and then the goals, as the description of the tool says. */
async function catchUp(
  token: Integration,
  first: object,
  between: () => Promise<unknown> = async () => {},
): Promise<Seen> {
  const agent = callerWith(service, token)
  const seen: Seen = { goals: [], texts: [], bytes: [], calls: 0, cursor: '' }
  const ask = async (input: object): Promise<ToolAnswer['structuredContent']> => {
    const answer = await agent.call('brief', input)
    expect(answer.isError).toBeUndefined()
    seen.bytes.push(Buffer.byteLength(JSON.stringify(answer)))
    seen.calls += 1
    const { goals: some = [], events = [] } = answer.structuredContent
    seen.goals.push(...some.map(({ id }: { id: string }) => id))
    for (const { happened } of events) {
      const part = happened.map(({ text }: { text: string }) => text)
      seen.texts.push(...part)
    }
    if (seen.calls > 200) throw new Error('The agent does not get on.')
    return answer.structuredContent
  }
  const start = await ask(first)
  for (let { moreEvents, cursor } = start; ; ) {
    seen.cursor = cursor
    if (!moreEvents) break
    await between()
    ;({ moreEvents, cursor } = await ask({ ...first, since: cursor }))
  }
  for (let { goalsCursor } = start; goalsCursor; ) {
    await between()
    const more = await ask({ goalsCursor })
    // The position in the feed is that of the first brief.
    expect(more).not.toHaveProperty('events')
    expect(more).not.toHaveProperty('cursor')
    ;({ goalsCursor } = more)
  }
  return seen
}

const summaries = ({ texts }: Seen, about: RegExp) =>
  texts.flatMap((text) => about.exec(text)?.[0] ?? []).toSorted()
const own = /Own \d+/
const ids = goals.map(({ id }) => id).toSorted()
const expected = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => `Own ${from + index}`).toSorted()

describe.each([
  ['that sees its own goals only', ownOnly],
  ['that is limited to some goals', bound],
])('an agent %s', (_, token) => {
  test.each([100, 1_000])(
    'sees each of 40 events among %i of others, and each of 31 goals, once',
    async (others) => {
      clock.advance({ days: 8 })
      const events: EventFields[] = byOthers(others)
      for (let number = 0; number < 40; number++) {
        const at = Math.floor((number * others) / 50)
        events.splice(
          at + number,
          0,
          reported(colleague.userId, goals[number % 30] ?? foreign, `Own ${number}`),
        )
      }
      const before = await catchUp(token, {})
      expect(summaries(before, own)).toEqual([])
      await appendAll(events)

      for (const first of [{}, { since: before.cursor }]) {
        const seen = await catchUp(token, first)
        expect(summaries(seen, own)).toEqual(expected(0, 40))
        expect(seen.texts).toHaveLength(40)
        expect(seen.goals.toSorted()).toEqual(ids)
        expect(Math.max(...seen.bytes)).toBeLessThanOrEqual(16 * 1024)
        expect(seen.calls).toBeLessThanOrEqual(8)
        expect((await catchUp(token, { since: seen.cursor })).texts).toEqual([])
      }
    },
  )
})

test('sees its event behind 100 events of others, by the API too', async () => {
  clock.advance({ days: 8 })
  const [id] = await append(reported(colleague.userId, goals[0] ?? foreign, 'Own 0'))
  await appendAll(byOthers(130))
  for (const token of [ownOnly, bound]) {
    const { events, moreEvents } = await programWith(service, token).getBrief()
    expect([events.map((event) => event.id), moreEvents]).toEqual([[id], false])
  }
})

test('goes on behind 60 pages of others, by the API too', async () => {
  clock.advance({ days: 8 })
  const start = (await programWith(service, ownOnly).getBrief()).cursor
  await append(reported(colleague.userId, goals[0] ?? foreign, 'Own 0'))
  // Among the last of the 60 pages from the start.
  await appendAll(byOthers(5_900))
  await append(reported(colleague.userId, goals[0] ?? foreign, 'Own 1'))
  await appendAll(byOthers(150))
  await append(reported(colleague.userId, goals[1] ?? foreign, 'Own 2'))
  const api = programWith(service, ownOnly)
  const textsOf = ({ events }: Awaited<ReturnType<typeof api.getBrief>>) =>
    events.map(({ data }) => 'summary' in data && data.summary)
  const first = await api.getBrief()
  expect([textsOf(first), first.moreEvents]).toEqual([['Own 1', 'Own 2'], true])
  // A list of events follows it from the end: what happened is in no brief twice.
  const { events } = await programWith(service, unlimited).listEvents({ query: { after: first.cursor } })
  expect(events).toEqual([])
  const second = await api.getBrief({ query: { since: first.cursor } })
  expect([textsOf(second), second.moreEvents]).toEqual([['Own 0'], false])
  expect((await api.getBrief({ query: { since: second.cursor } })).events).toEqual([])

  const forward = await api.getBrief({ query: { since: start } })
  expect([textsOf(forward), forward.moreEvents]).toEqual([['Own 0', 'Own 1'], true])
  const rest = await api.getBrief({ query: { since: forward.cursor } })
  expect([textsOf(rest), rest.moreEvents]).toEqual([['Own 2'], false])
})

test('sees each event once while others write, and each goal that nobody changes', async () => {
  clock.advance({ days: 8 })
  const changed = goals.slice(0, 5)
  await appendAll(
    Array.from({ length: 60 }, (_, n) => reported(colleague.userId, goals[n % 30] ?? foreign, `Own ${n}`)),
  )
  let number = 60
  const seen = await catchUp(unlimited, {}, async () => {
    clock.advance({ milliseconds: 5 })
    await append(reported(colleague.userId, foreign, `Own ${number++}`))
    const goal = changed[number % changed.length]
    if (goal)
      await lead.updateGoal({
        params: { goalId: goal.id },
        body: { title: `${goal.title} at ${number}` },
      })
  })
  const later = await catchUp(unlimited, { since: seen.cursor })
  const all = [...summaries(seen, own), ...summaries(later, own)].toSorted()
  expect(all).toEqual(expected(0, number))
  expect([...new Set(seen.goals)].toSorted()).toEqual(ids)
  const unchanged = ids.filter((id) => !changed.some((goal) => goal.id === id))
  expect(seen.goals.filter((id) => unchanged.includes(id)).toSorted()).toEqual(unchanged)
})

test("leaves out the caller's own run, and shows other runs", async () => {
  clock.advance({ days: 8 })
  const agent = callerWith(service, writer)
  const goalId = runGoal.id
  const { structuredContent: before } = await agent.call('brief', { runId: 'a' })
  const report = { goalId, status: 'active', details: 'D' }
  await agent.call('report_progress', { ...report, expectedRevision: 1, summary: 'By run a', runId: 'a' })
  await agent.call('report_progress', { ...report, expectedRevision: 2, summary: 'By run b', runId: 'b' })
  await agent.call('report_progress', { ...report, expectedRevision: 3, summary: 'By no run' })
  const textsFor = async (input: object) => {
    const { structuredContent } = await agent.call('brief', { since: before.cursor, ...input })
    return structuredContent.events.flatMap(({ happened }: { happened: { text: string }[] }) =>
      happened.map(({ text }) => /By .*/.exec(text)?.[0]),
    )
  }
  expect(await textsFor({ runId: 'a' })).toEqual(['By run b', 'By no run'])
  expect(await textsFor({ runId: 'b' })).toEqual(['By run a', 'By no run'])
  expect(await textsFor({})).toEqual(['By run a', 'By run b'])
})

test('gives goals page after page, by the API too, and refuses the cursor of somebody else', async () => {
  const api = programWith(service, unlimited)
  const titles: string[] = []
  let goalsCursor: string | null | undefined
  do {
    const brief = await api.getBrief({
      query: { scope: 'mine', limit: 7, ...(goalsCursor && { goalsCursor }) },
    })
    titles.push(...brief.goals.map(({ id }) => id))
    expect(brief.moreGoals).toBe(brief.goalsCursor !== null)
    if (brief.goalsCursor) {
      const refused = lead.getBrief({ query: { goalsCursor: brief.goalsCursor } })
      await expect(refused).rejects.toMatchObject({ code: 'invalid_cursor' })
    }
    goalsCursor = brief.goalsCursor
  } while (goalsCursor)
  expect(new Set(titles).size).toBe(titles.length)
  expect(titles).toEqual(expect.arrayContaining(ids))
})
