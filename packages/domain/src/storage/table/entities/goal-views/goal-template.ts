import type { GoalTemplate } from '@cairn/contract/schemas/goal-templates'
import { CustomAttributeType, type EntityItem } from 'electrodb'
import { lazyEntity } from '../../lazy-entity.ts'
import { viewPartition } from './goal-view.ts'

/** The part of a template that new goals get. */
export type TemplateContent = Omit<GoalTemplate, 'id' | 'name' | 'createdAt' | 'updatedAt'>

/** A template of goals, which an organization offers its members. A `goalViewCount` has the number of them. */
export const goalTemplateEntity = lazyEntity({
  model: { entity: 'goalTemplate', version: '1', service: 'cairn' },
  attributes: {
    organizationKey: { type: 'string', field: 'o', required: true },
    templateKey: { type: 'string', field: 'i', required: true },
    /** Advances with every write. */
    version: { type: 'number', field: 'v', required: true },
    name: { type: 'string', field: 'n', required: true },
    content: { type: CustomAttributeType<TemplateContent>('any'), field: 'c', required: true },
    createdAt: { type: 'string', field: 'a', required: true },
    updatedAt: { type: 'string', field: 'u', required: true },
  },
  indexes: {
    record: {
      pk: viewPartition,
      sk: { field: 'sk', composite: ['templateKey'], template: 't#${templateKey}', casing: 'none' },
    },
  },
})
export type GoalTemplateRecord = EntityItem<typeof goalTemplateEntity>

/** The holder of the templates of an organization, in the record that counts them. Keys of members are longer. */
export const templates = 'templates'
