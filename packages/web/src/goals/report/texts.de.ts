import { plural } from '../../language/catalog.ts'
import { formatNumber } from '../../presentation/time/format.ts'
import type { texts } from './texts.ts'

const enterNumber = 'Gib eine Zahl mit höchstens 6 Nachkommastellen ein, oder nichts.'

export const german = {
  title: 'Neuer Bericht',
  intro: 'Wie steht es um das Ziel? Ein Bericht lässt sich nach dem Senden nicht mehr ändern.',
  send: 'Bericht senden',
  sendAnyway: 'Trotzdem senden',
  sending: 'Wird gesendet',
  sent: 'Bericht gesendet.',
  cancel: 'Abbrechen',
  quickName: 'Kurzer Bericht',
  more: 'Einzelheiten, Werte oder Belege ergänzen',
  health: 'Zustand',
  noChange: 'Unverändert',
  noChangeOf: (current) => `Unverändert (${current})`,
  status: 'Status',
  summary: 'Zusammenfassung',
  summaryHint: 'Das Wichtigste in einem Satz.',
  noHealth: 'Ein abgeschlossenes oder archiviertes Ziel hat keinen Zustand.',
  suggestion: {
    text: 'Vorschlag: {health}. {reason}',
    health: (name) => name,
    use: (name) => `„${name}“ übernehmen`,
    targetsReached: 'Alle Messwerte haben ihren Zielwert erreicht.',
    overdue: (date) => `Das Zieldatum, ${date}, ist vorbei.`,
    pace: (progress, elapsed) => `${progress} des Wegs nach ${elapsed} der Zeit.`,
  },
  values: {
    legend: 'Werte',
    hint: 'Trag ein, was du gemessen hast. Ein leeres Feld behält den letzten Wert.',
    target: (target) => `Zielwert: ${target}.`,
    lastAndTarget: (last, ago, target) => `Zuletzt: ${last}, ${ago}. Zielwert: ${target}.`,
  },
  verdicts: {
    legend: 'Erfolgskriterien',
    hint: 'Beurteile, was du geprüft hast. Für die anderen gilt weiter das letzte Urteil.',
    note: 'Notiz',
    noteOn: (criterion) => `Notiz zu ${criterion}`,
    noteHint: 'Links werden zu Belegen.',
  },
  evaluation: 'Bewertung',
  noEvaluation: 'Keine',
  asOf: 'Stand',
  details: 'Einzelheiten',
  detailsHint:
    'Was geschehen ist und was als Nächstes kommt, falls die Zusammenfassung nicht alles sagt. Du kannst Markdown verwenden.',
  handoff: {
    legend: 'Übergabe (optional)',
    label: 'Übergabe',
    hint: 'Was wissen muss, wer weitermacht. Sie steht über dem letzten Bericht. Du kannst Markdown verwenden.',
    hintReplaces: 'Ersetzt die jetzige Übergabe. Lässt du das Feld leer, bleibt sie.',
    remove: 'Die jetzige Übergabe entfernen',
  },
  conflict: {
    title:
      'Während du geschrieben hast, hat jemand anderes über dieses Ziel berichtet. Dein Bericht wurde nicht gesendet, aber nichts ist verloren.',
    truncated: 'Nur die neuesten Änderungen sind zu sehen.',
    edited: (fields) => `{author}, {ago}: ${fields} geändert`,
    advice: 'Lies, was neu ist, ändere deinen Bericht, wenn nötig, und sende ihn.',
  },
  fields: {
    summary: { name: 'Zusammenfassung', missing: 'Fass den Bericht in einem Satz zusammen.' },
    'measurements.*.value': { name: 'Wert', missing: enterNumber, invalid: enterNumber },
    measurements: { name: 'Werte', missing: enterNumber, invalid: 'Prüfe die Werte.' },
    'verdicts.*.note': { name: 'Notiz', missing: 'Schreib eine Notiz oder lass sie weg.' },
    verdicts: { name: 'Erfolgskriterien', missing: 'Prüfe die Urteile.', invalid: 'Prüfe die Urteile.' },
    status: { name: 'Status', missing: 'Wähle einen Status.', invalid: 'Wähle einen Status.' },
    health: { name: 'Zustand', invalid: 'Wähle einen anderen Zustand.' },
    'evaluation.asOf': {
      name: 'Stand',
      missing: 'Wähle Datum und Uhrzeit.',
      invalid: 'Wähle ein anderes Datum oder eine andere Uhrzeit.',
    },
    evaluation: { name: 'Bewertung', invalid: 'Wähle eine andere Bewertung.' },
    details: { name: 'Einzelheiten', missing: 'Beschreibe, was geschehen ist.' },
    handoff: {
      name: 'Übergabe',
      missing: 'Schreib, was man wissen muss, oder lass sie weg.',
      invalid: 'Kürze die Übergabe. Sie kann höchstens 8 KiB haben.',
    },
  },
  evidence: {
    title: { name: 'Titel', missing: 'Benenne den Beleg oder entferne ihn.' },
    url: {
      name: 'Link',
      invalid: 'Entferne diesen Link. Nur https-Links mit höchstens 2.000 Zeichen funktionieren.',
    },
    text: { name: 'Zitat', missing: 'Schreib das Zitat oder entferne es.' },
    list: { name: 'Belege', missing: 'Füge einen Beleg hinzu.' },
  },
  tooMuchEvidence: (maximum) =>
    `Behalte höchstens ${plural(maximum, { one: 'einen Beleg', other: `${formatNumber(maximum)} Belege` })}.`,
} satisfies typeof texts
