import type { AnyRecord } from '@cairn/domain/storage/table/entities'
import { type Corruption, changed, without } from './corruptions.ts'

/** One goes to one person, the other to two. */
const goesTo = (count: number) => ({ which: ({ u }: AnyRecord) => (u as string[]).length === count })
const [first, second] = [goesTo(1), goesTo(2)]

/** A corruption of every invariant of questions, with a part of the message that the check must give. Both questions are open. */
export const questionCorruptions: [invariant: string, corruption: Corruption, message: string][] = [
  [
    'an open question that is not listed',
    { kind: 'openQuestion', ...first },
    'is open, but is not listed as open',
  ],
  [
    'an open question that is listed for other people',
    { kind: 'openQuestion', ...first, corrupt: changed({ u: ['email:nobody'] }) },
    'is listed as open with other content',
  ],
  [
    'an open question that the table never deletes',
    { kind: 'openQuestion', ...first, corrupt: without('ttl') },
    'openQuestion has time to live none',
  ],
  [
    'a withdrawn question that is listed as open',
    { kind: 'goalQuestion', ...second, corrupt: changed({ s: 'withdrawn' }) },
    'is listed as open, but is not',
  ],
  [
    'a question that is listed as open and does not exist',
    { kind: 'goalQuestion', ...second },
    'is listed as open, but is not',
  ],
  [
    'an answered question without an answer',
    { kind: 'goalQuestion', ...second, corrupt: changed({ s: 'answered' }) },
    'is answered, but has no answer',
  ],
  [
    'a request for a report that the table never deletes',
    { kind: 'goalReportRequest', corrupt: without('ttl') },
    'goalReportRequest has time to live none',
  ],
  [
    'a question that is never mailed',
    { kind: 'questionMail', corrupt: changed({ timer: 'off' }) },
    'waits for an email to user',
  ],
  [
    'a question that is mailed to another user',
    { kind: 'questionMail', corrupt: changed({ userId: 'email:nobody' }) },
    'under the key of another user',
  ],
]
