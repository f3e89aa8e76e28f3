import { germanInboxWords } from '@cairn/contract/display/inbox-words.de'
import { plural } from '../language/catalog.ts'
import { formatNumber } from '../presentation/time/format.ts'
import type { texts } from './texts.ts'

export const german = {
  title: 'Posteingang',
  intro: 'Was geschehen ist und dich betrifft, das Neueste zuerst. Einträge bleiben 90 Tage.',
  happened: germanInboxWords.happened,
  legend: 'Welche Einträge',
  unread: 'Ungelesen',
  all: 'Alle',
  loading: 'Posteingang wird geladen',
  items: 'Einträge',
  isUnread: 'Ungelesen.',
  done: 'Als erledigt markieren',
  undone: 'Als ungelesen markieren',
  acknowledge: 'Zur Kenntnis nehmen und erledigen',
  reply: 'Antworten',
  open: 'Ziel öffnen',
  wasDone: 'Als erledigt markiert.',
  wasUndone: 'Als ungelesen markiert.',
  wasAcknowledged: 'Zur Kenntnis genommen.',
  markAll: 'Alle als erledigt markieren',
  markingAll: 'Wird markiert',
  allDone: (count: number) =>
    `${formatNumber(count)} ${plural(count, { one: 'Eintrag', other: 'Einträge' })} als erledigt markiert.`,
  more: 'Mehr anzeigen',
  loadingMore: 'Wird geladen',
  noText: 'Es wurde nichts geschrieben, oder es wurde gelöscht.',
  caughtUp: 'Alles erledigt',
  caughtUpText: 'Neue Einträge erscheinen hier von selbst.',
  showAll: 'Alle Einträge anzeigen',
  empty: 'Noch nichts hier',
  emptyText:
    'Berichte zu Zielen, die du beobachtest, Fragen, Erwähnungen und Ziele, die dir übergeben werden, erscheinen hier von selbst.',
  settings: 'Wählen, was hierher und per E-Mail kommt',
} satisfies typeof texts
