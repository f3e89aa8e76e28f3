import type { EditedFields, GoalEdit } from '@cairn/contract/schemas/goal-history'
import { attributeType, defineEntity, type RecordOf } from '../../entity/declaration.ts'
import { goalPartition } from './goal-row.ts'

/** The fields that are in the texts of a goal. */
export type TextField = 'detailedDescription' | 'criteria' | 'measures'

/** What an edit says, beside the keys of its record. */
export type EditContent = Omit<GoalEdit, 'organizationId' | 'goalId' | 'version' | 'fields'> & {
  /** Fields outside of the texts, with their values before and after. */
  fields: Omit<EditedFields, TextField>
  /** The text fields that changed, the versions of the texts before and after, and the length of both as JSON. */
  texts?: { changed: TextField[]; from: number; to: number; bytes: number }
}

/** An edit in the history of a goal. Never changed. */
export const goalEditEntity = defineEntity({
  model: { entity: 'goalEdit', version: '1', service: 'cairn' },
  attributes: {
    organizationKey: { type: 'string', field: 'o', required: true },
    goalKey: { type: 'string', field: 'g', required: true },
    /** The version that the edit made. */
    version: { type: 'number', field: 'v', required: true, padding: { length: 12, char: '0' } },
    content: { type: attributeType<EditContent>('any'), field: 'c', required: true },
  },
  indexes: {
    record: {
      pk: goalPartition,
      sk: {
        field: 'sk',
        composite: ['version'],
        template: 'e#${version}',
        casing: 'none',
      },
    },
  },
})

export type GoalEditRecord = RecordOf<typeof goalEditEntity>
