import type { GoalUpdate } from '@cairn/contract/schemas/goals/goal-history'
import { CustomAttributeType, type EntityItem } from 'electrodb'
import { lazyEntity } from '../../../lazy-entity.ts'
import { goalPartition } from '../goal-row.ts'

/** A comment without its keys. Once it is deleted, it has neither text nor mentions. */
export type CommentContent = {
  text?: string
  mentionedUserIds: string[]
  actor: GoalUpdate['actor']
  /** Of a program. People are named by their id. */
  actorName?: string
  authorityUserId: string
  /** The credential that wrote it: its kind and id. */
  authorKey: string
  createdAt: string
  editedAt?: string
  deletedAt?: string
}

/** A comment on a goal, for as long as the goal exists. The index has those on a report. */
export const goalCommentEntity = lazyEntity({
  model: { entity: 'goalComment', version: '1', service: 'cairn' },
  attributes: {
    organizationKey: { type: 'string', field: 'o', required: true },
    goalKey: { type: 'string', field: 'g', required: true },
    /** A UUID of version 7: ids sort by time. */
    commentId: { type: 'string', field: 'i', required: true },
    /** Of the report that it is about. Absent for the goal. */
    revision: { type: 'number', field: 'r', padding: { length: 12, char: '0' } },
    /** Advances with each edit. Every write requires the version that it has read. */
    version: { type: 'number', field: 'n', required: true },
    content: { type: CustomAttributeType<CommentContent>('any'), field: 'c', required: true },
  },
  indexes: {
    record: {
      pk: goalPartition,
      sk: { field: 'sk', composite: ['commentId'], template: 'm#${commentId}', casing: 'none' },
    },
    byReport: {
      index: 'gsi1',
      condition: ({ revision }) => revision !== undefined,
      pk: {
        field: 'gsi1pk',
        composite: ['organizationKey', 'goalKey', 'revision'],
        template: 'm#${organizationKey}#${goalKey}#${revision}',
        casing: 'none',
      },
      sk: { field: 'gsi1sk', composite: ['commentId'], template: '${commentId}', casing: 'none' },
    },
  },
})
export type GoalCommentRecord = EntityItem<typeof goalCommentEntity>
