import { randomBytes } from 'node:crypto'
import type { Event } from '@cairn/contract/schemas/feed/events'
import { afterAll, describe, expect, it } from 'vitest'
import { waitingChanges } from '../../background/feed/support/waiting-changes.ts'
import { createGoal, createLabel, reportOf } from '../../support/people/goals.ts'
import { join } from '../../support/people/invite.ts'
import { type Browser, signIn, signInAgain } from '../../support/people/sign-in.ts'
import { responseTo } from '../../support/requests/outcomes.ts'
import { createTestTable } from '../../support/service/engine.ts'
import { startTestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { expectSoundTable } from '../../support/table/check-table.ts'

/** Many clients of two processes on one table write, while followers read from both. */

const table = stopAfterFile(await createTestTable())
const environment = { CURSOR_SECRET: randomBytes(32).toString('base64url') }
const services = [
  stopAfterFile(await startTestService({ table, environment })),
  stopAfterFile(await startTestService({ table, environment })),
] as const
const ada = await signIn(services[0], { email: 'ada@example.com', displayName: 'Ada' })
const bob = await signIn(services[1], { email: 'bob@example.com', displayName: 'Bob' })
await join(ada, bob, 'admin')
const people = [ada, bob, await signInAgain(services[1], { email: 'ada@example.com', displayName: 'Ada' })]

const writersEach = 4
const reportsEach = 12

afterAll(async () => {
  await expectSoundTable(table.database)
})

/** Publishes a goal, reports on it, edits and deletes it. Returns the ids of what is in its history, in order. */
async function write({ api }: Browser, name: string): Promise<{ goalId: string; ids: string[] }> {
  const goal = await createGoal({ api } as Browser, { title: name })
  const params = { goalId: goal.id }
  for (let revision = 1; revision <= reportsEach; revision++) {
    const body = reportOf(`${name} ${revision}`, { expectedRevision: revision })
    await api.createGoalUpdate({ params, body })
    if (revision % 4 === 0) await createLabel({ api } as Browser, `${name} ${revision}`)
  }
  const { updates } = await api.listGoalUpdates({ params })
  await api.updateGoal({ params, body: { title: `${name}, done` } })
  const { edits } = await api.listGoalEdits({ params })
  await api.deleteGoal({ params })
  return { goalId: goal.id, ids: [...updates, ...edits].map(({ id }) => id) }
}

/** Follows the feed until it has read everything that was there when the writers had finished. */
async function follow({ api }: Browser, after: string | undefined, isOver: () => boolean): Promise<Event[]> {
  const seen: Event[] = []
  for (let cursor = after; ; ) {
    const isLast = isOver()
    const { outcome, body: page } = await responseTo(api.listEvents({ query: { after: cursor, limit: 7 } }))
    if (!page) {
      // Both processes append. On a busy machine, one may lose until the deadline; its follower goes on from the same cursor.
      expect(outcome).toBe('503 unavailable')
      continue
    }
    seen.push(...page.events)
    cursor = page.cursor
    if (isLast && page.nextCursor === null) return seen
  }
}

describe('a follower', () => {
  it('sees every change of concurrent writers, each goal in order', async () => {
    let isOver = false
    const { cursor } = await ada.api.listEvents({ query: { order: 'desc', limit: 1 } })
    const followers = people.flatMap((person) => [
      follow(person, cursor, () => isOver),
      follow(person, undefined, () => isOver),
    ])
    const writers = people.flatMap((person, index) =>
      Array.from({ length: writersEach }, (_, writer) => write(person, `Writer ${index} ${writer}`)),
    )
    const goals = await Promise.all(writers)
    // A process sees at once what it has written itself, and what another one has when that has handled it.
    await expect.poll(() => waitingChanges(table.database)).toEqual([])
    isOver = true
    for (const seen of await Promise.all(followers)) {
      for (const { goalId, ids } of goals) {
        const ofGoal = seen.filter(({ goal }) => goal?.id === goalId)
        const unique = [...new Set(ofGoal.map(({ id }) => id))]
        expect(unique.slice(0, -1)).toEqual(ids)
        expect(ofGoal.find(({ id }) => id === unique.at(-1))?.type).toBe('goal.deleted')
      }
      const labels = new Set(seen.filter(({ type }) => type === 'label.created').map(({ id }) => id))
      expect(labels.size).toBe((goals.length * reportsEach) / 4)
    }
  })
})
