import { lazyEntity } from '../../lazy-entity.ts'

/**
 * A word of a goal, in the order of words, so that goals are found by the beginning of a word. A partition has the words with
 * one first character. Postings only propose goals: `goalWords` decides.
 */
export const goalPostingEntity = lazyEntity({
  model: { entity: 'goalPosting', version: '1', service: 'cairn' },
  attributes: {
    organizationKey: { type: 'string', field: 'o', required: true },
    /** The first character of the word. */
    initial: { type: 'string', field: 'i', required: true },
    word: { type: 'string', field: 'w', required: true },
    goalKey: { type: 'string', field: 'g', required: true },
  },
  indexes: {
    record: {
      pk: {
        field: 'pk',
        composite: ['organizationKey', 'initial'],
        template: 'p#${organizationKey}#${initial}',
        casing: 'none',
      },
      sk: {
        field: 'sk',
        composite: ['word', 'goalKey'],
        template: '${word}#${goalKey}',
        casing: 'none',
      },
    },
  },
})
