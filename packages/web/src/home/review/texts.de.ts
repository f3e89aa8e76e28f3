import { plural } from '../../language/catalog.ts'
import { formatNumber } from '../../presentation/time/format.ts'
import type { texts } from './texts.ts'

export const german = {
  title: { all: 'Durchsicht des Teams', watched: 'Ziele, die du beobachtest' },
  loading: 'Durchsicht wird geladen',
  list: 'Ziele zum Durchsehen',
  left: (count, isMore) =>
    `${isMore ? 'Mindestens ' : ''}${formatNumber(count)} ${plural(count, { one: 'Ziel', other: 'Ziele' })} zum Durchsehen.`,
  keys: 'J und K bewegen, Enter öffnet, A bestätigt den Bericht, E blendet das Ziel aus, bis es sich ändert, R antwortet.',
  reasons: {
    unread: 'Neuer Bericht',
    late: 'Verspätet',
    unowned: 'Niemand ist verantwortlich',
    worsened: 'Zustand schlechter',
    to_review: 'Zu bestätigen',
    other: 'Braucht Aufmerksamkeit',
  },
  owner: 'Verantwortlich:',
  acknowledge: 'Bestätigen, dann weiter',
  acknowledgeReport: (goal) => `Bericht zu ${goal} bestätigen`,
  done: 'Ausblenden, bis es sich ändert',
  markDone: (goal) => `Ausblenden, bis es sich ändert: ${goal}`,
  wasDone: 'In diesem Browser ausgeblendet, bis sich das Ziel ändert.',
  reply: 'Antworten',
  replyTo: (goal) => `Antworten: ${goal}`,
  wasAcknowledged: 'Bestätigt.',
  open: 'Ziel öffnen',
  noReport: 'Zu diesem Ziel hat noch niemand berichtet.',
  loadingReport: 'Bericht wird geladen',
  more: 'Mehr Ziele zeigen',
  loadingMore: 'Wird geladen',
  nothing: 'Nichts durchzusehen',
  nothingText: 'Neue Berichte, verspätete Ziele und Ziele ohne Verantwortliche erscheinen hier von selbst.',
  none: { all: 'Es gibt keine aktiven Ziele', watched: 'Du beobachtest keine aktiven Ziele' },
  noneText: {
    all: 'Aktive Ziele der Organisation, die jemanden brauchen, erscheinen hier.',
    watched: 'Beobachte ein Ziel auf seiner Seite, um ihm hier zu folgen.',
  },
} satisfies typeof texts
