import type { RowFieldName, TextFieldName } from '@cairn/contract/goals/fields'
import type { EditedFields, GoalEdit } from '@cairn/contract/schemas/goals/goal-history'
import { CustomAttributeType, type EntityItem } from 'electrodb'
import { lazyEntity } from '../../lazy-entity.ts'
import { goalPartition } from './goal-row.ts'

/** The fields of an edit, beside the keys of its record. */
export type EditContent = Omit<GoalEdit, 'organizationId' | 'goalId' | 'version' | 'fields'> & {
  /** Fields outside of the texts, with their values before and after. */
  fields: Pick<EditedFields, RowFieldName>
  /** The text fields that changed, the versions of the texts before and after, and the length of both as JSON. */
  texts?: { changed: TextFieldName[]; from: number; to: number; bytes: number }
}

/** An edit in the history of a goal. Never changed. */
export const goalEditEntity = lazyEntity({
  model: { entity: 'goalEdit', version: '1', service: 'cairn' },
  attributes: {
    organizationKey: { type: 'string', field: 'o', required: true },
    goalKey: { type: 'string', field: 'g', required: true },
    /** The version that the edit made. */
    version: { type: 'number', field: 'v', required: true, padding: { length: 12, char: '0' } },
    content: { type: CustomAttributeType<EditContent>('any'), field: 'c', required: true },
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

export type GoalEditRecord = EntityItem<typeof goalEditEntity>
