import {
  attentionNames,
  evaluationNames,
  healthNames,
  statusNames,
  verificationNames,
} from '@cairn/contract/display/value-names'
import { fieldNames } from '@cairn/contract/goals/fields'
import { catalog, plural } from '../language/catalog.ts'
import { formatNumber } from '../presentation/time/format.ts'

/** The names of a goal's values on all pages. */
export const texts = catalog('goals', {
  healths: { ...healthNames, none: 'No health yet' },
  statuses: statusNames,
  attention: attentionNames,
  results: evaluationNames,
  verifications: verificationNames,
  noVerdict: 'No verdict',
  fields: fieldNames,
  by: (date: string) => `By ${date}`,
  continuous: 'Continuous',
  noTimeframe: 'No timeframe',
  /** Before a day that stands in a column of its own. */
  dueOn: 'Due ',
  dueWas: 'Was due ',
  inDays: (days: string) => `(${days})`,
  wasDue: (days: string) => `(was due ${days})`,
  noBudget: 'No budget',
  tokens: (tokens: number) => plural(tokens, { one: '1 token', other: `${formatNumber(tokens)} tokens` }),
  cost: (cost: string) => `${cost} in cost`,
  noCadence: 'No regular reports',
  every: (days: number) => plural(days, { one: 'Every day', other: `Every ${formatNumber(days)} days` }),
  pausedSendsNothing: 'Paused goals send no reminders.',
  noOwner: 'No owner',
  deletedGoal: 'A deleted goal',
  formerMember: 'Former member',
  you: 'You',
  /** `Helpdesk bot for you`. */
  programFor: (program: string, person: string | null) => `${program} for ${person ?? 'you'}`,
})
