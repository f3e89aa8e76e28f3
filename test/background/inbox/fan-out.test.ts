import { createChangeHandler } from '@cairn/domain/background/changes/handle-changes'
import { handleQueue } from '@cairn/domain/background/changes/handle-queue'
import { deliver, type Happening } from '@cairn/domain/inbox/deliver'
import { readInbox } from '@cairn/domain/inbox/read-inbox'
import { unreadOf } from '@cairn/domain/inbox/unread'
import type { Database } from '@cairn/domain/storage/database/client'
import { describe, expect, it } from 'vitest'
import { newGoal, reportOf } from '../../support/people/goals.ts'
import { sampleTitle } from '../../support/test-all.ts'
import { deathsOf, watched } from '../due/support/sweeper.ts'
import { findingsIn, startWithTeams } from '../due/support/team.ts'
import { seedMembers } from './support/members.ts'

const { clock, database, startTeam } = await startWithTeams()

/** Does what follows from all changes, in a process that may die. */
const handle = (limited: Database) =>
  handleQueue(limited, {
    handle: createChangeHandler(),
    now: clock.read,
    onEvents: () => undefined,
    onCleanUp: () => undefined,
    isStopping: () => false,
  })

/** A report of Ada on a goal of Bob, whose change waits. */
async function startReported() {
  const team = await startTeam()
  const { goal } = await team.ada.api.createGoal({ body: { ...newGoal, ownerUserId: team.bob.userId } })
  await handle(database)
  clock.advance({ milliseconds: 60_000 })
  await team.ada.api.createGoalUpdate({ params: { goalId: goal.id }, body: reportOf('Done') })
  clock.advance({ milliseconds: 60_000 })
  await team.ada.api.askQuestion({
    params: { goalId: goal.id },
    body: { text: 'Why?', askedUserIds: [team.bob.userId, team.dora.userId] },
  })
  return { ...team, goalId: goal.id }
}

const kindsOf = async ({ api }: { api: { listInbox: (typeof anyApi)['listInbox'] } }) => {
  const { items, unread } = await api.listInbox()
  return { kinds: items.map(({ kind }) => kind), unread }
}
declare const anyApi: Awaited<ReturnType<typeof startTeam>>['ada']['api']

describe(`a process that dies while it tells people${sampleTitle}`, async () => {
  const counting = await startReported()
  let calls = 0
  await handle(watched(database, { before: () => void calls++ }))
  expect(await kindsOf(counting.bob)).toEqual({ kinds: ['question', 'reported', 'handed_over'], unread: 3 })

  it.each(deathsOf(calls))(
    '$when call $call: another one completes it, each item once',
    async ({ when, call }) => {
      const { bob, dora } = await startReported()
      const die = (at: number) => {
        if (at >= call) throw new Error('dead')
      }
      await handle(watched(database, when === 'before' ? { before: die } : { after: die })).catch(
        () => undefined,
      )
      await handle(database)
      await handle(database)
      expect(await kindsOf(bob)).toEqual({ kinds: ['question', 'reported', 'handed_over'], unread: 3 })
      expect(await kindsOf(dora)).toEqual({ kinds: ['question'], unread: 1 })
      expect(await findingsIn(database)).toEqual([])
    },
  )
})

describe('fifty writers', () => {
  it('of one inbox leave an exact number', async () => {
    const { ada, bob, organizationId } = await startTeam()
    const { goal } = await ada.api.createGoal({ body: newGoal })
    const happeningOf = (index: number): Happening => ({
      organizationId,
      goalId: goal.id,
      event: {
        id: `event ${index}`,
        createdAt: new Date(clock.read().getTime() + (index % 7)).toISOString(),
      },
      actor: { kind: 'user', id: ada.userId, runId: null },
      ref: { revision: 1 },
      people: new Map([[bob.userId, 'reported']]),
    })
    const adding = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, index) =>
        deliver(database, happeningOf(from + index), clock.read()),
      )
    await Promise.all(adding(0, 20))
    const { items } = await bob.api.listInbox()
    const put = (index: number, read: boolean) =>
      bob.api.updateInboxItem({ params: { itemId: items[index]?.id ?? '' }, body: { read } })
    await Promise.all([
      ...adding(15, 35),
      ...Array.from({ length: 20 }, (_, index) => put(index, true)),
      ...Array.from({ length: 10 }, (_, index) => put(index, false)),
      bob.api.updateInbox({ body: { readUntil: items[10]?.id ?? '' } }),
    ])
    const { items: after, unread } = await bob.api.listInbox()
    expect(after).toHaveLength(35)
    expect(unread).toBe(after.filter(({ readAt }) => readAt === null).length)
    const listed = await bob.api.listInbox({ query: { state: 'unread' } })
    expect(listed.items).toEqual(after.filter(({ readAt }) => readAt === null))
    expect(await findingsIn(database)).toEqual([])
  })
})

describe('a thousand people', () => {
  it('get an item each, in batches, and none of them twice', async () => {
    const { ada, organizationId } = await startTeam()
    const { goal } = await ada.api.createGoal({ body: newGoal })
    const userIds = await seedMembers(database, organizationId, 1_000)
    const happening: Happening = {
      organizationId,
      goalId: goal.id,
      event: { id: 'event', createdAt: clock.read().toISOString() },
      actor: { kind: 'user', id: ada.userId, runId: null },
      ref: { revision: 1 },
      people: new Map(userIds.map((userId) => [userId, 'reported'])),
    }
    const counts: Record<string, number> = {}
    const counted = watchedBy(database, counts)
    await deliver(counted, happening, clock.read())
    // 24 people a transaction; four records each, a hundred a batch.
    expect(counts).toEqual({ TransactWriteCommand: 42, BatchGetCommand: 42 })
    await deliver(database, happening, clock.read())
    for (const userId of [userIds[0], userIds[500], userIds[999]]) {
      const inbox = await readInbox(database, { organizationId, userId: userId ?? '' }, { now: clock.read() })
      expect([inbox.items.length, unreadOf(inbox.count, clock.read())]).toEqual([1, 1])
    }
  })
})

/** Counts the calls of a database by the name of their command. */
function watchedBy(counted: Database, counts: Record<string, number>): Database {
  const client = new Proxy(counted.client, {
    get: (target, name) => {
      if (name !== 'send') return Reflect.get(target, name, target)
      return (...parameters: Parameters<typeof target.send>) => {
        const command = parameters[0].constructor.name
        counts[command] = (counts[command] ?? 0) + 1
        return target.send(...parameters)
      }
    },
  })
  return { ...counted, client }
}
