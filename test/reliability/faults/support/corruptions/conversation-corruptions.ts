import type { AnyRecord } from '@cairn/domain/storage/table/entities'
import { type Corruption, changed, without } from './corruptions.ts'

const isDeleted = ({ c }: AnyRecord) => (c as { deletedAt?: string }).deletedAt !== undefined

/** A corruption of every invariant of comments and watches, with a part of the message that the check must give. */
export const conversationCorruptions: [invariant: string, corruption: Corruption, message: string][] = [
  [
    'a deleted comment with words',
    {
      kind: 'goalComment',
      which: isDeleted,
      corrupt: (record) => ({ ...record, c: { ...(record.c as object), text: 'Still here.' } }),
    },
    'was deleted and still has words',
  ],
  [
    'a comment without words',
    {
      kind: 'goalComment',
      which: (record) => !isDeleted(record),
      corrupt: (record) => ({ ...record, c: { ...(record.c as object), text: undefined } }),
    },
    'has no words, but was not deleted',
  ],
  [
    'a watch of another user',
    { kind: 'goalWatch', corrupt: changed({ u: 'email:nobody' }) },
    'watches under the key of another user',
  ],
  [
    'an organization that does not know of its conversation',
    {
      kind: 'goalLabelDirectory',
      which: ({ hasConversation }) => hasConversation === true,
      corrupt: without('hasConversation'),
    },
    'does not know that it has comments or watches',
  ],
]
