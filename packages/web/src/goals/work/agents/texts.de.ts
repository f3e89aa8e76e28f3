import { plural } from '../../../language/catalog.ts'
import { formatNumber } from '../../../presentation/time/format.ts'
import type { texts } from './texts.ts'

export const german = {
  title: 'Agenten',
  intro: (organization) =>
    `Die Agenten und Programme in ${organization}: woran sie arbeiten, was sie fragen und was sie verbrauchen.`,
  connect: 'Agent verbinden',
  list: 'Agenten und Programme',
  loading: 'Agenten werden geladen',
  none: {
    title: 'Kein Agent ist verbunden',
    text: 'Verbinde einen: Er nimmt sich die dringendsten Ziele vor, berichtet darüber und fragt dich, wenn er nicht weiterweiß.',
  },
  agent: 'Agent',
  program: 'Programm',
  of: 'von {owner}',
  lastSeen: 'Zuletzt gesehen {ago}',
  neverSeen: 'Nie gesehen',
  accessUnknown: 'Seinen Zugang hat, wer ihn erlaubt hat, in den Einstellungen.',
  holds: 'Arbeitet an',
  holdsNothing: 'Arbeitet gerade an nichts.',
  until: 'endet {until}',
  asks: 'Wartet auf Antworten',
  week: 'Letzte 7 Tage',
  reports: (count) => plural(count, { one: '1 Bericht', other: `${formatNumber(count)} Berichte` }),
  nothing: 'Kein Verbrauch gemeldet',
  tokens: (count) => `${count} Tokens`,
  cost: (cost) => `${cost} Kosten`,
  notLoaded: 'Einiges konnte nicht geladen werden.',
  more: (count) => `Noch ${formatNumber(count)} zeigen`,
} satisfies typeof texts
