import { plural } from '../../language/catalog.ts'
import { formatNumber } from '../../presentation/time/format.ts'
import type { texts } from './texts.ts'

export const german = {
  title: 'Verlauf',
  loading: 'Der Verlauf wird geladen',
  truncated: (count) =>
    `Dieser Verlauf ist lang. Nur die neuesten ${formatNumber(count)} Einträge sind zu sehen.`,
  filter: 'Im Verlauf zeigen',
  filters: { all: 'Alles', reports: 'Berichte', edits: 'Änderungen' },
  monthList: (month) => `Verlauf im ${month}`,
  older: (count) =>
    plural(count, {
      one: 'Einen älteren Eintrag zeigen',
      other: `${formatNumber(count)} ältere Einträge zeigen`,
    }),
  published: 'Ziel veröffentlicht',
  deeds: {
    published: '{author} hat das Ziel veröffentlicht',
    completed: '{author} hat es abgeschlossen',
    archived: '{author} hat es archiviert',
    paused: '{author} hat es pausiert',
    resumed: '{author} hat es wieder aufgenommen',
    moved: '{author} hat es von {from} auf {to} gesetzt',
    still: '{author} berichtet: weiterhin {to}',
    rated: '{author} berichtet: {to}',
    reported: '{author} hat berichtet',
  },
  within: (health) => `„${health}“`,
  revision: (revision) => `Revision ${formatNumber(revision)}`,
  evaluation: (result) => `Bewertung: ${result}, Stand {date}`,
  details: 'Einzelheiten',
  edited: (fields) => `Geändert: ${fields}`,
  editedTimes: (count) => `{author} hat es ${formatNumber(count)}-mal geändert`,
  showEdits: 'Jede Änderung zeigen',
  editsNotLoaded: 'Was sich geändert hat, konnte nicht geladen werden. Lade die Seite neu.',
  programFor: '{program} für {person}',
  withClient: 'mit {client}',
  run: (id) => `Lauf ${id}`,
  acknowledged: 'Zur Kenntnis genommen: {people}',
  acknowledgedBy: (name) => `${name}, {ago}`,
  allAcknowledged: (count) => `Alle ${formatNumber(count)} anzeigen`,
  fewerAcknowledged: 'Weniger anzeigen',
  you: 'du',
  acknowledge: 'Zur Kenntnis nehmen',
  acknowledgeReport: (summary) => `Zur Kenntnis nehmen: ${summary}`,
  health: 'Zustand',
  status: 'Status',
  noHealth: 'Ohne Zustand',
  chart: ({ from, to, count }, latest) =>
    `Zustand und Status vom ${from} bis zum ${to}, ${formatNumber(count)} Einträge. Zuletzt: ${latest.status}, ${latest.health}.`,
  values: 'Werte',
  removedMeasure: 'Ein entfernter Messwert',
  verdicts: 'Urteile',
  removedCriterion: 'Ein entferntes Kriterium',
} satisfies typeof texts
