import { formatNumber } from '../../presentation/time/format.ts'
import type { texts } from './texts.ts'

export const german = {
  facts: 'Eckdaten',
  names: {
    title: 'Titel',
    ownerUserId: 'Verantwortlich',
    timeframe: 'Zeitraum',
    cadence: 'Rhythmus',
    labels: 'Labels',
  },
  change: {
    title: 'Titel ändern',
    ownerUserId: 'Verantwortliche Person ändern',
    timeframe: 'Zeitraum ändern',
    cadence: 'Rhythmus der Berichte ändern',
    labels: 'Labels ändern',
  },
  titleHint: 'Enter speichert, Escape stellt wieder her.',
  enterTitle: 'Gib einen Titel ein.',
  noTimeframe: 'Kein Zeitraum',
  noCadence: 'Kein Rhythmus',
  noLabels: 'Keine Labels',
  nextReport: 'Nächster Bericht fällig am {date}.',
  evaluation: (result) => `Bewertung: ${result}, Stand {date}.`,
  published: 'Veröffentlicht am {date} von {name}.',
  lastChanged: (moment) => `Zuletzt geändert am ${moment} von {name}.`,
  revision: (revision) => `Revision ${formatNumber(revision)}.`,
  more: (count) => `und ${formatNumber(count)} weitere`,
  save: 'Speichern',
  find: 'Person suchen',
  noneFound: 'Niemand gefunden.',
  notLoaded: 'Das konnte nicht geladen werden. Schließe es und versuche es noch einmal.',
  pickDate: 'Wähle ein Zieldatum.',
  enterDays: 'Gib ganze Tage von 1 bis 366 ein, oder nichts.',
  saved: (field) => `Gespeichert: ${field}.`,
  savedBeside: (field, names) =>
    `Gespeichert: ${field}. Was sich inzwischen durch ${names} geändert hat, bleibt erhalten.`,
  undone: (field) => `${field}: Änderung rückgängig gemacht.`,
  retry: 'Erneut versuchen',
  notSaved: (field, reason) => `Nicht gespeichert: ${field}. ${reason}`,
  conflict: 'Jemand anderes hat dasselbe geändert. Wähle, was bleiben soll.',
  conflictBesideDraft: (field) =>
    `Nicht gespeichert: ${field}. Jemand anderes hat das gerade geändert. Die Seite zeigt den neuen Wert.`,
} satisfies typeof texts
