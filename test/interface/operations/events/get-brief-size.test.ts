import { maximumBriefBytes } from '@cairn/contract/schemas/feed/brief'
import { describe, expect, it } from 'vitest'
import { createGoal, reportOf } from '../../../support/people/goals.ts'
import { startWithAda } from '../../../support/people/start-with-ada.ts'
import { createClock } from '../../../support/service/clock.ts'
import { createAppend, reported } from './support/append.ts'

const clock = createClock()
const { service, signInAs } = await startWithAda({ clock: clock.read })

/** Texts of the greatest length, by what a character takes in JSON. */
const fillings: [title: string, of: (length: number) => string][] = [
  ['ASCII', (length) => 'x'.repeat(length)],
  ['characters of 4 bytes', (length) => '🌳'.repeat(length)],
  ['quotes', (length) => '"'.repeat(length)],
  ['characters that JSON escapes with 6 bytes', (length) => `x${'\u0001'.repeat(length - 2)}x`],
]

/** Somebody with an organization whose name is as long as the goals' texts, and many labels. */
async function startWith(name: string, of: (length: number) => string, goalCount: number) {
  const { api, userId } = await signInAs(name)
  await api.updateOrganization({ body: { name: of(100) } })
  const labelIds: string[] = []
  for (let number = 0; number < 20; number++) {
    const label = {
      name: `${String.fromCharCode(65 + number)}${of(63)}`,
      color: of(32),
      description: of(500),
    }
    labelIds.push((await api.createGoalLabel({ body: label })).label.id)
  }
  const goals = []
  for (let number = 0; number < goalCount; number++) {
    const goal = await createGoal({ api } as never, { title: of(200), labelIds })
    const body = { ...reportOf('report'), summary: of(500) }
    await api.createGoalUpdate({ params: { goalId: goal.id }, body })
    goals.push(goal)
  }
  const { activeOrganizationId } = await api.getOrganizationContext()
  const append = createAppend(service, activeOrganizationId, clock)
  return { api, userId, goals, append }
}

describe.each(fillings)('a brief full of %s', (title, of) => {
  it('200s within 32 KiB, with a goal and an event at least, and no event is missed', async () => {
    const { api, userId, goals, append } = await startWith(`Size${title.length}`, of, 8)
    const { cursor: start } = await api.getBrief({ query: { limit: 100 } })
    const appended: string[] = []
    for (const goal of [...goals, ...goals, ...goals]) {
      appended.push(...(await append(reported(userId, goal, of(500)))))
    }
    const seen: string[] = []
    let since = start
    for (let more = true; more; ) {
      const brief = await api.getBrief({ query: { since, limit: 100 } })
      expect(Buffer.byteLength(JSON.stringify(brief))).toBeLessThanOrEqual(maximumBriefBytes)
      expect(brief.goals.length).toBeGreaterThan(0)
      expect(brief.moreGoals).toBe(brief.goals.length < goals.length)
      expect(brief.events.length).toBeGreaterThan(0)
      seen.push(...brief.events.map(({ id }) => id))
      since = brief.cursor
      more = brief.moreEvents
    }
    expect(seen).toEqual(appended)

    const latest = await api.getBrief()
    expect(Buffer.byteLength(JSON.stringify(latest))).toBeLessThanOrEqual(maximumBriefBytes)
    expect(latest.moreEvents).toBe(true)
    expect(latest.events.map(({ id }) => id)).toEqual(appended.slice(-latest.events.length))
    expect((await api.getBrief({ query: { since: latest.cursor } })).events).toEqual([])
  })
})
