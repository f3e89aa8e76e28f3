import type { InboxKind } from '@cairn/contract/goals/inbox-kinds'
import { CustomAttributeType, type EntityItem } from 'electrodb'
import { lazyEntity } from '../../lazy-entity.ts'
import { personPartition } from './person-timer.ts'

/** An item of the inbox that waits for the person's next daily email. Deleted when it was mailed or no longer waits. */
export const inboxMailEntity = lazyEntity({
  model: { entity: 'inboxMail', version: '1', service: 'cairn' },
  attributes: {
    personKey: { type: 'string', required: true },
    organizationKey: { type: 'string', required: true },
    itemId: { type: 'string', required: true },
    kind: { type: CustomAttributeType<InboxKind>('string'), required: true },
    /** The time of the happening, in Unix milliseconds. It is mailed on the next morning of the user. */
    addedAt: { type: 'number', required: true },
  },
  indexes: {
    record: {
      pk: personPartition,
      sk: {
        field: 'sk',
        composite: ['organizationKey', 'itemId'],
        template: 'i#${organizationKey}#${itemId}',
        casing: 'none',
      },
    },
  },
})

export type InboxMailRecord = EntityItem<typeof inboxMailEntity>
