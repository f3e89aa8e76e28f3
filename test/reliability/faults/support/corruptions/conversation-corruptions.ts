import { type Corruption, changed, without } from './corruptions.ts'

/** A corruption of every invariant of comments and watches, with a part of the message that the check must give. */
export const conversationCorruptions: [invariant: string, corruption: Corruption, message: string][] = [
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
