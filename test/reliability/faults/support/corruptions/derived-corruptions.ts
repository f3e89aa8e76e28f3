import type { AnyRecord } from '@cairn/domain/storage/table/entities'
import { continuationCorruptions } from './continuation-corruptions.ts'
import { conversationCorruptions } from './conversation-corruptions.ts'
import { type Corruption, changed, corruptions } from './corruptions.ts'
import { dueCorruptions } from './due-corruptions.ts'
import { goalCorruptions } from './goal-corruptions.ts'
import { inboxCorruptions } from './inbox-corruptions.ts'
import { isPlaced, placeCorruptions } from './place-corruptions.ts'
import { questionCorruptions } from './question-corruptions.ts'
import { reviewCorruptions } from './review-corruptions.ts'
import { viewCorruptions } from './view-corruptions.ts'
import { webhookCorruptions } from './webhook-corruptions.ts'
import { workCorruptions } from './work-corruptions.ts'

type Named = [invariant: string, corruption: Corruption, message: string | RegExp]

const known = new Map<string, Named>(
  [
    ...corruptions,
    ...goalCorruptions,
    ...dueCorruptions,
    ...placeCorruptions,
    ...viewCorruptions,
    ...webhookCorruptions,
    ...workCorruptions,
    ...conversationCorruptions,
    ...inboxCorruptions,
    ...continuationCorruptions,
    ...questionCorruptions,
    ...reviewCorruptions,
  ].map((one) => [one[0], one]),
)

function named(invariant: string): Named {
  const found = known.get(invariant)
  if (!found) throw new Error(`There is no corruption "${invariant}".`)
  return found
}

const isOn = ({ timer }: AnyRecord) => timer === 'on'

/** Of a shard that counts a goal. */
export const missingCount: Corruption = {
  kind: 'goalCount',
  which: ({ changes: _, ...cells }) =>
    Object.values(cells).some((cell) => typeof cell === 'number' && cell > 0),
}

/** Damage to each kind of derived record: one is missing, one is stale, or there is one too many. */
const derived: Named[] = [
  ...[
    'an organization that does not know of its work',
    'an organization that does not know of its conversation',
    'a number of unread items that is too high',
    'a lost number of unread items',
    'an organization that does not know of its continuations',
    'a goal that does not say that it is continued',
    'a goal that does not say which one it continues',
    'a use count that is too high',
    'a count of goals that is too high',
    'a label without its name marker',
    'an organization without a label directory',
    'a name marker without a label',
    'a label directory with a label that does not exist',
    'a label directory with content of another label',
    'a user whose list lacks a membership',
    'a user whose list names a foreign organization',
    'a member at a wrong place in the list',
    'a pending invitation without its address marker',
    'an address marker that expires too late',
    'an address marker of another inviter',
    'an address marker with another creation time',
    'a lost count',
    'a wrong count',
    'other first acknowledgements',
    'a label without its copy of the row',
    'a copy of the row with other content',
    'a copy of the row with another time',
    'a copy of an older row',
    'a goal that is not listed by its deadline',
    'a goal that is listed by another date',
    'a goal that is listed by no deadline',
    'a goal that is not listed by its reviewer',
    'a goal that is listed by another reviewer',
    'a goal that is listed by no reviewer',
    'a goal that does not say that it is listed by its reviewer',
    'another sum of what reports used',
    'no sum of what reports used',
    'another sum of a day',
    'a lost sum of a day',
    'a lost confirmation',
    'a confirmation by somebody else',
    'confirmations of another version than that of the row',
    'another number of confirmed criteria',
    'a goal that is not listed for a review',
    'a goal that is listed with another review',
    'an open question that is not listed',
    'an open question that is listed for other people',
    'an open question that the table never deletes',
    'missing words',
    'other words',
    'a word without its posting',
    'a posting without its word',
    'a posting of another goal',
    'other words of long texts',
    'lost words of long texts',
    'a word of a long text without its posting',
    'a posting of a long text in another place',
    'a posting with words around another one',
    'a timer that is off',
    'a timer in another shard',
    'a number of shared views that is too high',
    'own views without a number',
    'a number of webhooks that is too high',
    'webhooks without a number',
    'a pending delivery that nobody retries',
    'a goal whose place says another parent',
    'a goal whose place says no parent',
    'a goal without its place',
    'a goal that its parent does not know',
    'a record of a sub-goal that does not exist',
    'a record of a sub-goal below another goal',
    'a count of sub-goals that is too high',
    'a count of goals below sub-goals that is too low',
    'a goal that does not know who waits for it',
    'an organization that does not know that its goals belong together',
    'facts of a sub-goal that are late',
    'facts of a sub-goal without its roll-up',
    'a roll-up that is late',
    'a missing roll-up',
    'missing copies of goals around a goal',
    'a copy of an old title of a goal above',
    'a copy of an old status of a goal that is waited for',
  ].map(named),
  ['a count of goals that is missing', missingCount, 'too few'],
  [
    'a use count that is too low',
    { kind: 'goalLabel', corrupt: changed({ useCount: 0 }) },
    'has use count 0',
  ],
  ['a feed without its end', { kind: 'feedEnd' }, 'is not marked as its end'],
  ['a timer that is missing', { kind: 'goalAlarm' }, 'has no timer'],
  [
    'a person whose timer is early',
    { kind: 'personAlarm', which: isOn, corrupt: changed({ dueAt: 1 }) },
    'the timer of user',
  ],
  [
    'a person whose timer is off',
    { kind: 'personAlarm', which: isOn, corrupt: changed({ timer: 'off' }) },
    'the timer of user',
  ],
]

/** The same in sets that damage each kind of record once at most, so that they can be repaired together. */
export const derivedCorruptions: Named[][] = []
for (const ofKind of Map.groupBy(derived, ([, { kind }]) => kind).values()) {
  for (const [index, one] of ofKind.entries()) {
    derivedCorruptions[index] ??= []
    derivedCorruptions[index].push(one)
  }
}

/** Records left over after something else was lost, which nothing brings back. */
export const leftOver: Named[] = [
  ...[
    'an address marker without a pending invitation',
    'a delivery in the queue that does not exist',
    'a number of views without the views',
  ].map(named),
  ['a goal without its row', { kind: 'goalRow', which: (row) => !isPlaced(row) }, 'records of goal'],
]
