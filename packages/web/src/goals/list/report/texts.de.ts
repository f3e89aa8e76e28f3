import { germanHealthNames, germanStatusNames } from '@cairn/contract/display/value-names.de'
import { plural } from '../../../language/catalog.ts'
import { formatNumber } from '../../../presentation/time/format.ts'
import type { texts } from './texts.ts'

export const german = {
  reportOn: (title) => `Über ${title} berichten`,
  title: 'Bericht in einer Zeile',
  titleOfMany: (count) =>
    `Bericht über ${formatNumber(count)} ${plural(count, { one: 'Ziel', other: 'Ziele' })}`,
  intro: 'Ein Bericht lässt sich nach dem Senden nicht mehr ändern.',
  lastReport: 'Letzter Bericht: {summary}',
  state: 'Wie läuft es?',
  resumes: 'Pausierte, abgeschlossene und archivierte Ziele werden wieder aktiv.',
  summary: 'Zusammenfassung',
  summaries: {
    on_track: `${germanHealthNames.on_track}.`,
    at_risk: `${germanHealthNames.at_risk}.`,
    off_track: `${germanHealthNames.off_track}.`,
    paused: `${germanStatusNames.paused}.`,
    completed: `${germanStatusNames.completed}.`,
    archived: `${germanStatusNames.archived}.`,
  },
  send: (count) => plural(count, { one: 'Bericht senden', other: `${formatNumber(count)} Berichte senden` }),
  sendAnyway: 'Trotzdem senden',
  again: 'Erneut versuchen',
  sending: (done, count) => `Wird gesendet: ${formatNumber(done)} von ${formatNumber(count)}`,
  sent: (count) =>
    plural(count, { one: 'Bericht gesendet.', other: `${formatNumber(count)} Berichte gesendet.` }),
  notSent: (count) =>
    plural(count, {
      one: 'Dieser Bericht wurde nicht gesendet:',
      other: `${formatNumber(count)} Berichte wurden nicht gesendet:`,
    }),
  missed: (summary) => `Jemand hat inzwischen berichtet: ${summary}`,
  missedEdit: 'Jemand hat das Ziel inzwischen geändert.',
} satisfies typeof texts
