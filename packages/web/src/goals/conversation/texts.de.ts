import { plural } from '../../language/catalog.ts'
import { formatNumber } from '../../presentation/time/format.ts'
import type { texts } from './texts.ts'

export const german = {
  title: 'Gespräch',
  none: 'Noch keine Kommentare.',
  earlier: 'Frühere Kommentare',
  linked: 'Der Kommentar, zu dem der Link führt',
  notFound: 'Diesen Kommentar gibt es nicht mehr.',
  wrote: '{who}, {ago}',
  edited: 'geändert',
  onReport: (revision) => `Zu Revision ${revision}`,
  removed: 'Ein Kommentar von {who} wurde gelöscht.',
  edit: 'Kommentar ändern',
  delete: 'Kommentar löschen',
  copyLink: 'Link kopieren',
  linkCopied: 'Link kopiert.',
  copyFailed: 'Der Link konnte nicht kopiert werden.',
  form: {
    label: 'Dein Kommentar',
    reportLabel: (revision) => `Dein Kommentar zu Revision ${revision}`,
    hint: 'Mit @ erwähnst du jemanden. Markdown wird dargestellt.',
    onReport: 'Kommentieren',
    send: 'Kommentar senden',
    sending: 'Wird gesendet',
    save: 'Speichern',
    saving: 'Wird gespeichert',
    cancel: 'Abbrechen',
    missing: 'Schreib den Kommentar.',
    tooLong: (maximum) => `Verwende höchstens ${maximum} Zeichen.`,
    people: 'Personen, die du erwähnen kannst',
    saved: 'Kommentar gespeichert.',
  },
  posted: {
    nobody: 'Kommentar gesendet. Sonst beobachtet niemand dieses Ziel.',
    one: (name) => `Kommentar gesendet. ${name} erfährt davon.`,
    more: (name, others) =>
      `Kommentar gesendet. ${name} und ${formatNumber(others)} ${plural(others, { one: 'weitere Person', other: 'weitere Personen' })} erfahren davon.`,
  },
  ofReport: (count, more) => `${count} ${plural(more, { one: 'Kommentar', other: 'Kommentare' })}`,
  confirm: {
    title: 'Diesen Kommentar löschen?',
    text: 'Seine Worte verschwinden überall. Es bleibt nur, dass hier ein Kommentar war. Das lässt sich nicht rückgängig machen.',
    action: 'Kommentar löschen',
    done: 'Kommentar gelöscht.',
  },
} satisfies typeof texts
