import { plural } from '../../../language/catalog.ts'
import { formatNumber } from '../../../presentation/time/format.ts'
import type { texts } from './texts.ts'

const goals = (count: number) => `${formatNumber(count)} ${plural(count, { one: 'Ziel', other: 'Ziele' })}`

export const german = {
  select: (title) => `${title} auswählen`,
  selectAll: 'Alle auswählen',
  selectAllOf: (count) => `Alle ${formatNumber(count)} auswählen`,
  selectingAll: 'Alle werden geladen',
  selected: (count) => `${goals(count)} ausgewählt`,
  selectedOf: (count, all) => `${formatNumber(count)} von ${goals(all).replace(/e$/, 'en')} ausgewählt`,
  name: 'Ausgewählte Ziele ändern',
  clear: 'Auswahl aufheben',
  report: 'Berichten',
  shortcuts: {
    report: 'Über die ausgewählten Ziele berichten',
    ask: 'Um Berichte zu den ausgewählten Zielen bitten',
    owner: 'Verantwortliche Person der ausgewählten Ziele ändern',
    addLabel: 'Den ausgewählten Zielen ein Label geben',
    removeLabel: 'Ein Label von den ausgewählten Zielen entfernen',
    dueDate: 'Zieldatum der ausgewählten Ziele ändern',
  },
  ask: 'Um Berichte bitten',
  asked: (count) =>
    `Um Berichte zu ${goals(count).replace(/e$/, 'en')} gebeten. Die Verantwortlichen sehen es im Posteingang.`,
  asking: (done, count) =>
    `Bitte wird gesendet: ${formatNumber(done)} von ${goals(count).replace(/e$/, 'en')}`,
  notAsked: (count) =>
    `Zu ${goals(count).replace(/Ziele?$/, count === 1 ? 'Ziel' : 'Zielen')} wurde um keinen Bericht gebeten:`,
  owner: 'Verantwortlich',
  nobody: 'Niemand',
  addLabel: 'Label hinzufügen',
  removeLabel: 'Label entfernen',
  dueDate: 'Zieldatum',
  setDate: 'Datum setzen',
  dueDateTitle: (count) => `Zieldatum für ${goals(count)}`,
  date: 'Datum',
  noLabels: 'Noch keine Labels. Lege sie auf der Seite Labels an.',
  changing: (done, count) => `Wird geändert: ${formatNumber(done)} von ${goals(count)}`,
  changed: (count) => `${goals(count)} geändert.`,
  unchanged: 'Nichts zu ändern: Die Ziele sind schon so.',
  failed: (count) =>
    `${goals(count)} ${plural(count, { one: 'konnte', other: 'konnten' })} nicht geändert werden:`,
  notUndone: (count, first, reason) => `Für ${goals(count)} nicht rückgängig gemacht. ${first}: ${reason}`,
  changedMeanwhile: 'Jemand hat das Ziel inzwischen geändert.',
  undone: (count) => `Für ${goals(count)} rückgängig gemacht.`,
} satisfies typeof texts
