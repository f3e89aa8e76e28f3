import type { AnyRecord } from '@cairn/domain/storage/table/entities'
import { type Corruption, changed, without } from './corruptions.ts'

/** The goals of these corruptions. */
export const workedTitles = { claimed: 'Claimed', released: 'Released' }

const holds = { which: ({ x }: AnyRecord) => x !== 0 }
const hasEnded = { which: ({ x }: AnyRecord) => x === 0 }
const nobody = 'AAAAAAAAAAAAAAAAAAAAAA'

/** A corruption of every invariant of work on goals, with a part of the message that the check must give. */
export const workCorruptions: [invariant: string, corruption: Corruption, message: string][] = [
  [
    'a claim of a goal that does not exist',
    {
      kind: 'goalClaim',
      ...holds,
      corrupt: (record) => ({ ...record, g: nobody, sk: `${nobody}#c` }),
    },
    'a claim of goal 00000000-0000-0000-0000-000000000000, which does not exist',
  ],
  [
    'a claim without a holder',
    { kind: 'goalClaim', ...holds, corrupt: without('c') },
    'a claim that holds names no holder',
  ],
  [
    'a claim that expires for the table',
    { kind: 'goalClaim', ...holds, corrupt: changed({ ttl: 4_070_000_000 }) },
    'a claim that holds expires',
  ],
  [
    'a claim that has ended and still names its holder',
    { kind: 'goalClaim', ...hasEnded, corrupt: changed({ c: {} }) },
    'a claim that has ended names holder',
  ],
  [
    'a claim that has ended and never expires',
    { kind: 'goalClaim', ...hasEnded, corrupt: without('ttl') },
    'a claim that has ended never expires',
  ],
  [
    'an organization that does not know of its work',
    { kind: 'goalLabelDirectory', which: ({ hasWork }) => hasWork === true, corrupt: without('hasWork') },
    'does not know that it has work on goals',
  ],
]
