import { plural } from '../../language/catalog.ts'
import { formatNumber } from '../../presentation/time/format.ts'
import type { texts } from './texts.ts'

export const german = {
  needsSecondPerson: 'Braucht eine zweite Person',
  isReviewed: 'Wird geprüft',
  anybody: 'Dass ein Kriterium erfüllt ist, bestätigt jemand anderes als die Person, die es berichtet hat.',
  byYou: 'Du bestätigst, dass ein Kriterium erfüllt ist.',
  by: (name) => `${name} oder ein Admin bestätigt, dass ein Kriterium erfüllt ist.`,
  beforeCompletion: 'Vorher kann das Ziel nicht abgeschlossen werden.',
  toConfirm: 'Kriterien, die zu bestätigen sind',
  saysMet: (name) => `Laut ${name} ist es erfüllt.`,
  confirm: (count) =>
    plural(count, { one: '1 Kriterium bestätigen', other: `${formatNumber(count)} Kriterien bestätigen` }),
  confirmed: (count) =>
    plural(count, { one: 'Kriterium bestätigt.', other: `${formatNumber(count)} Kriterien bestätigt.` }),
  waiting: (count) =>
    plural(count, {
      one: '1 Kriterium ist noch zu bestätigen.',
      other: `${formatNumber(count)} Kriterien sind noch zu bestätigen.`,
    }),
  confirmedBy: 'Bestätigt von {name}, {ago}',
  unconfirmed: 'Noch hat es niemand bestätigt.',
  cannotComplete: 'Dieses Ziel braucht eine zweite Person. Zuerst muss jemand anderes bestätigen:',
} satisfies typeof texts
