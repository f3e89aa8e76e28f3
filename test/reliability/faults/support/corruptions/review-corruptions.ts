import type { AnyRecord } from '@cairn/domain/storage/table/entities'
import { type Corruption, changed, without } from './corruptions.ts'

/** The goal of these corruptions: Bob has confirmed one criterion that is met, the other one waits. */
export const reviewedTitle = 'Reviewed'

const isConfirmed = { which: ({ c }: AnyRecord) => c !== undefined }
const isRow = {
  which: ({ c }: AnyRecord) => (c as { t?: string } | undefined)?.t === reviewedTitle,
}
const isLater = { which: ({ l }: AnyRecord) => l !== undefined }

const withConfirmations =
  (change: (confirmations: Record<string, object>) => object) =>
  (record: AnyRecord): object => ({ ...record, c: change(record.c as Record<string, object>) })

/** A corruption of every invariant of reviews, with a part of the message that the check must give. */
export const reviewCorruptions: [invariant: string, corruption: Corruption, message: string][] = [
  [
    'a confirmation that nobody has made',
    { kind: 'goalAcknowledgement', ...isLater, corrupt: without('l') },
    'are not what its acknowledgements say',
  ],
  [
    'a confirmation of what was not judged as met',
    {
      kind: 'goalAcknowledgement',
      ...isLater,
      corrupt: changed({ l: [{ at: '2026-11-20T10:00:00.000Z', criterionIds: ['none'] }] }),
    },
    'has a confirmation of what it did not judge as met',
  ],
  [
    'a lost confirmation',
    { kind: 'goalStanding', ...isConfirmed, corrupt: without('c') },
    'are not what its acknowledgements say',
  ],
  [
    'a confirmation by somebody else',
    {
      kind: 'goalStanding',
      ...isConfirmed,
      corrupt: withConfirmations((all) =>
        Object.fromEntries(Object.entries(all).map(([id, one]) => [id, { ...one, userId: 'email:eve' }])),
      ),
    },
    'are not what its acknowledgements say',
  ],
  [
    'confirmations of another version than that of the row',
    { kind: 'goalStanding', ...isConfirmed, corrupt: changed({ k: 7 }) },
    'has other confirmations than its row',
  ],
  [
    'another number of confirmed criteria',
    {
      kind: 'goalRow',
      ...isRow,
      corrupt: (record) => ({ ...record, c: { ...(record.c as object), n: [2, 2, 0, 0] } }),
    },
    'has counts',
  ],
  ['a goal that is not listed for a review', { kind: 'openReview' }, 'waits for a review, but is not listed'],
  [
    'a goal that is listed with another review',
    { kind: 'openReview', corrupt: changed({ r: [] }) },
    'is listed with another review than it waits for',
  ],
  [
    'a goal that is listed for a review and waits for none',
    {
      kind: 'goalRow',
      ...isRow,
      corrupt: (record) => {
        const { z: _, ...content } = record.c as Record<string, unknown>
        return { ...record, c: content }
      },
    },
    'is listed as waiting for a review, but is not',
  ],
]
