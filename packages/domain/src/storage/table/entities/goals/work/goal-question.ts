import type { GoalUpdate } from '@cairn/contract/schemas/goals/goal-history'
import { CustomAttributeType, type EntityItem } from 'electrodb'
import { lazyEntity } from '../../../lazy-entity.ts'
import { goalPartition } from '../goal-row.ts'

/** The part of a question that never changes. */
export type QuestionContent = {
  text: string
  options: string[]
  actor: GoalUpdate['actor']
  /** Of a program. People are named by their id. */
  actorName?: string
  authorityUserId: string
  /** The credential that asked: its kind and id. */
  askerKey: string
  createdAt: string
}

export type StoredAnswer = {
  option: string | null
  text: string | null
  userId: string
  answeredAt: string
}

/**
 * A question to people about a goal, for as long as the goal exists. While it is open there is also an `openQuestion`, which lists of goals
 * read. The index has those of the organization in the order in which they were asked.
 */
export const goalQuestionEntity = lazyEntity({
  model: { entity: 'goalQuestion', version: '1', service: 'cairn' },
  attributes: {
    organizationKey: { type: 'string', field: 'o', required: true },
    goalKey: { type: 'string', field: 'g', required: true },
    /** A UUID of version 7: ids sort by time. */
    questionId: { type: 'string', field: 'i', required: true },
    /** Whether somebody has answered or withdrawn it. One that is open may have expired. */
    state: {
      type: CustomAttributeType<'open' | 'answered' | 'withdrawn'>('string'),
      field: 's',
      required: true,
    },
    /** In Unix milliseconds. */
    endsAt: { type: 'number', field: 'x', required: true },
    askedUserIds: { type: CustomAttributeType<string[]>('any'), field: 'u', required: true },
    content: { type: CustomAttributeType<QuestionContent>('any'), field: 'c', required: true },
    answer: { type: CustomAttributeType<StoredAnswer>('any'), field: 'a' },
  },
  indexes: {
    record: {
      pk: goalPartition,
      sk: { field: 'sk', composite: ['questionId'], template: 'q#${questionId}', casing: 'none' },
    },
    byOrganization: {
      index: 'gsi1',
      pk: {
        field: 'gsi1pk',
        composite: ['organizationKey'],
        template: 'q#${organizationKey}',
        casing: 'none',
      },
      sk: { field: 'gsi1sk', composite: ['questionId'], template: '${questionId}', casing: 'none' },
    },
  },
})
export type GoalQuestionRecord = EntityItem<typeof goalQuestionEntity>
