/** The words of the long texts of goals, for searches. Written behind the answer (`goals/search/texts/`). */
import { CustomAttributeType, type EntityItem } from 'electrodb'
import { lazyEntity } from '../../lazy-entity.ts'
import { goalPartition } from './goal-row.ts'

/** A text as it was indexed: its version, and the words that are found in it, separated by spaces. */
export type IndexedText = { v: number; w: string }

/** The words of a goal's long texts that have a posting. */
export const goalTextWordsEntity = lazyEntity({
  model: { entity: 'goalTextWords', version: '1', service: 'cairn' },
  attributes: {
    organizationKey: { type: 'string', field: 'o', required: true },
    goalKey: { type: 'string', field: 'g', required: true },
    /** Advances with each write, which requires the one that it has read. */
    stamp: { type: 'number', field: 'n', required: true },
    /** By text: `d` description, `c` criteria, `u` and a revision, `m` and the id of a comment. Each word is in one of them. */
    texts: { type: CustomAttributeType<Record<string, IndexedText>>('any'), field: 's', required: true },
  },
  indexes: {
    record: { pk: goalPartition, sk: { field: 'sk', composite: [], template: 's', casing: 'none' } },
  },
})
export type GoalTextWordsRecord = EntityItem<typeof goalTextWordsEntity>

/** The place of a word. */
export type PostedPlace = 'd' | 'c' | 'u' | 'm'

/**
 * A word of a goal's long texts, in the order of words, with the words around it. A partition has the words with one first character.
 * Postings only propose goals: `goalTextWords` decides.
 */
export const goalTextPostingEntity = lazyEntity({
  model: { entity: 'goalTextPosting', version: '1', service: 'cairn' },
  attributes: {
    organizationKey: { type: 'string', field: 'o', required: true },
    /** The first character of the word. */
    initial: { type: 'string', field: 'i', required: true },
    word: { type: 'string', field: 'w', required: true },
    goalKey: { type: 'string', field: 'g', required: true },
    place: { type: CustomAttributeType<PostedPlace>('string'), field: 'p', required: true },
    /** The words around it. */
    text: { type: 'string', field: 't', required: true },
  },
  indexes: {
    record: {
      pk: {
        field: 'pk',
        composite: ['organizationKey', 'initial'],
        template: 'P#${organizationKey}#${initial}',
        casing: 'none',
      },
      sk: { field: 'sk', composite: ['word', 'goalKey'], template: '${word}#${goalKey}', casing: 'none' },
    },
  },
})
export type GoalTextPostingRecord = EntityItem<typeof goalTextPostingEntity>
