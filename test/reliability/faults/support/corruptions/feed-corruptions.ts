import type { AnyRecord } from '@cairn/domain/storage/table/entities'
import { type Corruption, changed } from './corruptions.ts'

const pageOf = (page: number) => ({
  kind: 'feedPage' as const,
  which: ({ n }: AnyRecord) => n === page,
})
const event = { id: 'somewhere' }
/** No digits of a time. */
const longAgo = '00000000000000-000000-aaaaaaaa'

/** A corruption of every invariant of feeds, with a part of the message that the check must give. */
export const feedCorruptions: [invariant: string, corruption: Corruption, message: string][] = [
  ['a missing page of a feed', pageOf(2), 'page 2 of a feed is missing'],
  [
    'a page of a feed that expires too early',
    { ...pageOf(1), corrupt: changed({ ttl: 1 }) },
    'expires too early',
  ],
  [
    'a feed whose end is not marked',
    { kind: 'feedEnd', corrupt: changed({ n: 1 }) },
    'is not marked as its end',
  ],
  ['an empty page of a feed', { ...pageOf(1), corrupt: changed({ e: [] }) }, 'has 0 events'],
  [
    'a page of a feed with too many events',
    { ...pageOf(1), corrupt: (record) => ({ ...record, e: Array(17).fill((record.e as object[])[0]) }) },
    'has 17 events',
  ],
  [
    'a page of a feed with an event of an unknown type',
    {
      ...pageOf(1),
      corrupt: (record) => ({ ...record, e: [{ ...(record.e as object[])[0], type: 'goal.forgotten' }] }),
    },
    'feedPage has an event that is not valid',
  ],
  [
    'a record of events under another id',
    { kind: 'event', corrupt: changed({ e: [event] }) },
    'a record of events has another id',
  ],
  [
    'a record of events with one that is not valid',
    { kind: 'event', corrupt: changed({ e: [event] }) },
    'event has an event that is not valid',
  ],
  [
    'a change that was forgotten',
    { kind: 'change', corrupt: (record) => ({ ...record, sk: longAgo, i: longAgo }) },
    'a change has not been handled',
  ],
  [
    'a change with an event that is not valid',
    { kind: 'change', corrupt: changed({ c: { organizationId: 'acme', events: [event] } }) },
    'change has an event that is not valid',
  ],
]
