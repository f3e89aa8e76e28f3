/** The inbox of a person in an organization: what happened that concerns them. */
import * as z from 'zod'
import { inboxKinds, maximumInboxText } from '../../goals/inbox-kinds.ts'
import { lazy } from '../../registry/lazy.ts'
import { namedActor } from '../actors.ts'
import { timestamp, uuid, uuidOutput } from '../common.ts'

export const inboxKind = lazy(() => z.enum(inboxKinds).meta({ id: 'InboxKind' }))

const ref = lazy(() =>
  z
    .strictObject({
      commentId: uuidOutput().optional(),
      questionId: uuidOutput().optional(),
      revision: z.int().optional(),
      version: z.int().optional(),
      fence: z.int().optional(),
    })
    .meta({
      id: 'InboxRef',
      description:
        '`commentId` of `mentioned` and `commented`, with the `revision` of the report it is about; `questionId` of `question` and `answered`; `revision` of `reported` and `review`, or the `version` of an edit; `version` of `handed_over`; `fence` of `claim_expired`; nothing of `report_requested`.',
    }),
)
export type InboxRef = z.infer<ReturnType<typeof ref>>

export const inboxItem = lazy(() =>
  z
    .strictObject({
      id: uuidOutput(),
      kind: inboxKind(),
      goal: z.strictObject({ id: uuidOutput(), title: z.string() }).meta({ id: 'InboxGoal' }),
      actor: namedActor(),
      text: z.string().meta({
        description: `The beginning of what was written, at most ${maximumInboxText} characters, as it is now. Empty if nothing was, or it was deleted or withdrawn.`,
      }),
      ref: ref(),
      createdAt: timestamp(),
      readAt: timestamp().nullable(),
    })
    .meta({ id: 'InboxItem' }),
)
export type InboxItem = z.infer<ReturnType<typeof inboxItem>>

export const unreadCount = lazy(() =>
  z.int().min(0).meta({ description: 'The number of unread items, of all pages.' }),
)

export const updateInboxItemRequest = lazy(() =>
  z.strictObject({ read: z.boolean() }).meta({ id: 'UpdateInboxItemRequest' }),
)

export const updateInboxRequest = lazy(() =>
  z.strictObject({ readUntil: uuid() }).meta({ id: 'UpdateInboxRequest' }),
)
