import { setClaimTimer } from '@cairn/domain/goals/work/claims/claim-timer'
import { deliver } from '@cairn/domain/inbox/deliver'
import type { Database } from '@cairn/domain/storage/database/client'
import type { Browser } from '../../../../support/people/sign-in.ts'
import { type Corruption, changed, without } from './corruptions.ts'

/** Puts two items into a person's inbox, one of which is read, and sets the timer of a goal's claim. */
export async function writeInbox(
  database: Database,
  { userId, api }: Browser,
  goal: { organizationId: string; goalId: string },
): Promise<void> {
  const now = new Date()
  for (const id of ['first', 'second']) {
    await deliver(
      database,
      {
        ...goal,
        event: { id, createdAt: now.toISOString() },
        actor: { kind: 'agent', id: 'nobody', runId: null },
        actorName: 'Planner',
        ref: { revision: 1 },
        people: new Map([[userId, 'mentioned']]),
      },
      now,
    )
  }
  const { items } = await api.listInbox()
  await api.updateInboxItem({ params: { itemId: items[0]?.id ?? '' }, body: { read: true } })
  await setClaimTimer(database, goal, now.getTime() + 60_000)
}

/** A corruption of every invariant of inboxes, with a part of the message that the check must give. */
export const inboxCorruptions: [invariant: string, corruption: Corruption, message: string][] = [
  [
    'a number of unread items that is too high',
    {
      kind: 'inboxCount',
      corrupt: (record) => ({ ...record, d: { [Object.keys(record.d as object)[0] ?? '']: 7 } }),
    },
    'has 1 unread items, but counts others',
  ],
  ['a lost number of unread items', { kind: 'inboxCount' }, 'has items, but no number of unread ones'],
  [
    'an unread item that is lost',
    { kind: 'inboxItem', which: ({ d }) => d === undefined },
    'has 0 unread items, but counts others',
  ],
  [
    'an inbox under the key of another user',
    { kind: 'inboxCount', corrupt: changed({ u: 'email:nobody' }) },
    'is under the key of another user',
  ],
  [
    'an item of somebody who is no member',
    {
      kind: 'inboxItem',
      corrupt: ({ pk, ...record }) => ({ ...record, pk: `${pk.slice(0, -1)}~`, p: 'nobody' }),
    },
    'is that of somebody who is no member',
  ],
  [
    'an item that the table never deletes',
    { kind: 'inboxItem', corrupt: without('ttl') },
    'inboxItem has time to live none',
  ],
  [
    'an item that waits for no email',
    { kind: 'personAlarm', which: ({ inboxAt }) => inboxAt !== undefined, corrupt: without('inboxAt') },
    'wait for no email',
  ],
]
