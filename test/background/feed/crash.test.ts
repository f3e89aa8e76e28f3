import type { Client } from '@cairn/contract/http/client'
import type { Event } from '@cairn/contract/schemas/feed/events'
import { checkIntegrity } from '@cairn/local/commands/check-integrity'
import { expect, it } from 'vitest'
import { createGoal, createLabel, reportOf } from '../../support/people/goals.ts'
import { type Browser, signIn } from '../../support/people/sign-in.ts'
import { machineForEachTest } from '../../support/service/machine.ts'
import { testsAll } from '../../support/test-all.ts'

const machine = machineForEachTest()
/** One with a follower, and one without. */
const rounds = testsAll ? 4 : 2
const writersEach = 4

/** Everything behind a cursor, and where to go on. */
async function readOn(api: Client, after: string | undefined): Promise<{ events: Event[]; cursor: string }> {
  const events: Event[] = []
  for (let cursor = after; ; ) {
    const page = await api.listEvents({ query: { after: cursor } })
    events.push(...page.events)
    cursor = page.cursor
    if (page.nextCursor === null) return { events, cursor }
  }
}

it('a follower misses no acknowledged change over kill -9 and restarts', async () => {
  let child = await machine.start({ PORT: '0' })
  const ada: Browser = await signIn(child, { email: 'ada@example.com', displayName: 'Ada' })
  const acknowledged: string[] = []
  const labels: string[] = []
  const seen: Event[] = []
  let cursor: string | undefined
  for (let round = 0; round < rounds; round++) {
    let killed = false
    const attempt = async (work: () => Promise<void>) => {
      try {
        await work()
      } catch (error) {
        if (!killed) throw error
      }
    }
    const writers = Array.from({ length: writersEach }, (_, writer) =>
      attempt(async () => {
        const { id: goalId } = await createGoal(ada)
        for (let revision = 1; !killed; revision++) {
          const body = reportOf(`Report ${round} ${writer} ${revision}`, { expectedRevision: revision })
          const { update } = await ada.api.createGoalUpdate({ params: { goalId }, body })
          acknowledged.push(update.id)
          if (revision % 5 === 0) labels.push(await createLabel(ada, `Label ${round} ${writer} ${revision}`))
        }
      }),
    )
    // A read takes changes to the feed at once. In every second round nobody reads, so that the kill finds more of them.
    const listener = attempt(async () => {
      while (!killed && round % 2 === 0) {
        const read = await readOn(ada.api, cursor)
        seen.push(...read.events)
        cursor = read.cursor
      }
    })
    const before = acknowledged.length
    await expect.poll(() => acknowledged.length).toBeGreaterThan(before + 8)
    killed = true
    child.process.kill('SIGKILL')
    await Promise.all([...writers, listener])
    await child.exited
    child = await machine.start({ PORT: String(child.port) })
    // The first read after the start sees what the killed process has left.
    const read = await readOn(ada.api, cursor)
    seen.push(...read.events)
    cursor = read.cursor
    const ids = new Set(seen.map(({ id }) => id))
    expect(acknowledged.filter((id) => !ids.has(id))).toEqual([])
    const labeled = new Set(
      seen.flatMap((event) => (event.type === 'label.created' ? [event.data.labelId] : [])),
    )
    expect(labels.filter((id) => !labeled.has(id))).toEqual([])
  }
  // Each goal in order, whatever was repeated.
  const reports = seen.filter((event) => event.type === 'goal.reported')
  for (const goalId of new Set(reports.map(({ goal }) => goal?.id))) {
    const ofGoal = reports.filter(({ goal }) => goal?.id === goalId)
    const revisions = [...new Set(ofGoal.map(({ data }) => data.revision))]
    expect(revisions).toEqual(revisions.toSorted((left, right) => left - right))
  }
  expect(await machine.run(checkIntegrity)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/: 0 broken, \d+ orphaned\.\n$/),
  })
})
