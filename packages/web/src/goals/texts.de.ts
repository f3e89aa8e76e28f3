import {
  germanAttentionNames,
  germanEvaluationNames,
  germanHealthNames,
  germanStatusNames,
  germanVerificationNames,
} from '@cairn/contract/display/value-names.de'
import { germanFieldNames } from '@cairn/contract/goals/fields.de'
import { plural } from '../language/catalog.ts'
import { formatNumber } from '../presentation/time/format.ts'
import type { texts } from './texts.ts'

export const german = {
  healths: { ...germanHealthNames, none: 'Noch kein Zustand' },
  statuses: germanStatusNames,
  attention: germanAttentionNames,
  results: germanEvaluationNames,
  verifications: germanVerificationNames,
  noVerdict: 'Kein Urteil',
  fields: germanFieldNames,
  by: (date) => `Bis ${date}`,
  continuous: 'Fortlaufend',
  noTimeframe: 'Kein Zeitraum',
  dueOn: 'Fällig ',
  dueWas: 'War fällig ',
  inDays: (days) => `(${days})`,
  wasDue: (days) => `(war ${days} fällig)`,
  noBudget: 'Kein Budget',
  tokens: (tokens) => plural(tokens, { one: '1 Token', other: `${formatNumber(tokens)} Tokens` }),
  cost: (cost) => `${cost} Kosten`,
  noCadence: 'Keine regelmäßigen Berichte',
  every: (days) => plural(days, { one: 'Jeden Tag', other: `Alle ${formatNumber(days)} Tage` }),
  pausedSendsNothing: 'Pausierte Ziele senden keine Erinnerungen.',
  noOwner: 'Niemand',
  deletedGoal: 'Ein gelöschtes Ziel',
  formerMember: 'Früheres Mitglied',
  you: 'Du',
  programFor: (program, person) => `${program} für ${person ?? 'dich'}`,
} satisfies typeof texts
