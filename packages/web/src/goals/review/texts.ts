import { catalog, plural } from '../../language/catalog.ts'
import { formatNumber } from '../../presentation/time/format.ts'

export const texts = catalog('goals/review', {
  needsSecondPerson: 'Needs a second person',
  isReviewed: 'Is reviewed',
  anybody: 'Anyone but the person who reported it confirms that a criterion is met.',
  byYou: 'You confirm that a criterion is met.',
  by: (name: string) => `${name} or an admin confirms that a criterion is met.`,
  beforeCompletion: 'Until then, the goal cannot be completed.',
  toConfirm: 'Criteria to confirm',
  saysMet: (name: string) => `${name} says it is met.`,
  confirm: (count: number) =>
    plural(count, { one: 'Confirm 1 criterion', other: `Confirm ${formatNumber(count)} criteria` }),
  confirmed: (count: number) =>
    plural(count, { one: 'Criterion confirmed.', other: `${formatNumber(count)} criteria confirmed.` }),
  waiting: (count: number) =>
    plural(count, {
      one: '1 criterion waits to be confirmed.',
      other: `${formatNumber(count)} criteria wait to be confirmed.`,
    }),
  confirmedBy: 'Confirmed by {name}, {ago}',
  unconfirmed: 'Nobody has confirmed it yet.',
  cannotComplete: 'This goal needs a second person. Someone else has to confirm first:',
})
