import type { InboxKind } from '@cairn/contract/goals/inbox-kinds'
import type { GoalUpdate } from '@cairn/contract/schemas/goals/goal-history'
import type { InboxRef } from '@cairn/contract/schemas/people/inbox'
import { CustomAttributeType, type EntityItem } from 'electrodb'
import { lazyEntity } from '../../lazy-entity.ts'

/** The partition of a person's inbox in an organization. */
export const inboxPartition = {
  field: 'pk',
  composite: ['organizationKey', 'personKey'],
  template: 'b#${organizationKey}#${personKey}',
  casing: 'none',
} as const

/**
 * Something that happened and concerns a person. Titles and texts are not in it: they are read when it is shown. The index has the items of a
 * goal, which are deleted with it.
 */
export const inboxItemEntity = lazyEntity({
  model: { entity: 'inboxItem', version: '1', service: 'cairn' },
  attributes: {
    organizationKey: { type: 'string', field: 'o', required: true },
    /** `shortHash` of the user's id. */
    personKey: { type: 'string', field: 'p', required: true },
    /** A UUID of version 7, by the time and the id of the event: ids sort by time, and the same event makes the same id. */
    itemId: { type: 'string', field: 'i', required: true },
    goalKey: { type: 'string', field: 'g', required: true },
    kind: { type: CustomAttributeType<InboxKind>('string'), field: 'k', required: true },
    actor: { type: CustomAttributeType<GoalUpdate['actor']>('any'), field: 'a', required: true },
    /** Of a program. People are named by their id. */
    actorName: { type: 'string', field: 'n' },
    ref: { type: CustomAttributeType<InboxRef>('any'), field: 'r', required: true },
    /** Of the membership that it belongs to. One of a former membership does not exist. */
    joinId: { type: 'string', field: 'j', required: true },
    /** The time at which it was marked as read by itself, in Unix milliseconds. Others are read by the mark in `inboxCount`. */
    readAt: { type: 'number', field: 'd' },
    /** In Unix seconds: the table's time to live. */
    ttl: { type: 'number', required: true },
  },
  indexes: {
    record: {
      pk: inboxPartition,
      sk: { field: 'sk', composite: ['itemId'], template: 'i#${itemId}', casing: 'none' },
    },
    byGoal: {
      index: 'gsi1',
      pk: {
        field: 'gsi1pk',
        composite: ['organizationKey', 'goalKey'],
        template: 'b#${organizationKey}#${goalKey}',
        casing: 'none',
      },
      sk: {
        field: 'gsi1sk',
        composite: ['itemId', 'personKey'],
        template: '${itemId}#${personKey}',
        casing: 'none',
      },
    },
  },
})
export type InboxItemRecord = EntityItem<typeof inboxItemEntity>
