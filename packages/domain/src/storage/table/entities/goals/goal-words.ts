import type { EntityItem } from 'electrodb'
import { lazyEntity } from '../../lazy-entity.ts'
import { goalPartition } from './goal-row.ts'

/** The words by which a goal is found: those of its title and of its criteria's titles. */
export const goalWordsEntity = lazyEntity({
  model: { entity: 'goalWords', version: '1', service: 'cairn' },
  attributes: {
    organizationKey: { type: 'string', field: 'o', required: true },
    goalKey: { type: 'string', field: 'g', required: true },
    /** Distinct and sorted, separated by spaces. */
    words: { type: 'string', field: 'w', required: true },
  },
  indexes: {
    record: { pk: goalPartition, sk: { field: 'sk', composite: [], template: 'w', casing: 'none' } },
  },
})

export type GoalWordsRecord = EntityItem<typeof goalWordsEntity>

export function wordsIn({ words }: Pick<GoalWordsRecord, 'words'>): string[] {
  return words === '' ? [] : words.split(' ')
}
