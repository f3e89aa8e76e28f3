import type { EntityItem } from 'electrodb'
import { lazyEntity } from '../../lazy-entity.ts'
import { dueIndex, timerAttributes } from './due-index.ts'
import { personPartition } from './person-timer.ts'

/**
 * A question that somebody who was asked is to be told of. Due at once; whoever finds one mails all of the person that are due. Deleted when it
 * was mailed or no longer waits.
 */
export const questionMailEntity = lazyEntity({
  model: { entity: 'questionMail', version: '1', service: 'cairn' },
  attributes: {
    personKey: { type: 'string', required: true },
    userId: { type: 'string', required: true },
    organizationKey: { type: 'string', required: true },
    goalKey: { type: 'string', required: true },
    questionId: { type: 'string', required: true },
    ...timerAttributes,
    /** The time just before the email was sent, in Unix milliseconds: it is not sent again. */
    mailedAt: { type: 'number' },
  },
  indexes: {
    record: {
      pk: personPartition,
      sk: { field: 'sk', composite: ['questionId'], template: 'q#${questionId}', casing: 'none' },
    },
    due: dueIndex('personKey'),
  },
})

export type QuestionMailRecord = EntityItem<typeof questionMailEntity>
