import { germanFieldForms } from '@cairn/contract/goals/fields.de'
import { formatNumber } from '../../../presentation/time/format.ts'
import type { texts } from './texts.ts'

const enterNumber = 'Gib eine Zahl mit höchstens 6 Nachkommastellen ein.'
const enterDays = 'Gib ganze Tage von 1 bis 366 ein, oder nichts.'

export const german = {
  page: {
    title: 'Neues Ziel',
    intro: 'Beschreibe, was du erreichen willst. Über Status und Zustand berichtest du später.',
    publish: 'Ziel veröffentlichen',
    publishing: 'Wird veröffentlicht',
    published: 'Ziel veröffentlicht.',
    cancel: 'Abbrechen',
  },
  description: {
    label: 'Beschreibung',
    hint: 'Was soll am Ende erreicht sein, und warum? Du kannst Markdown verwenden.',
  },
  title: { label: 'Titel', hint: 'Aus dem ersten Satz übernommen. Du kannst ihn ändern.' },
  timeframe: {
    legend: 'Zeitraum',
    kinds: { deadline: 'Bis zu einem Datum', continuous: 'Fortlaufend', unspecified: 'Nicht festgelegt' },
    targetDate: 'Zieldatum',
  },
  owner: { label: 'Verantwortlich', none: 'Niemand', you: (name) => `${name} (du)` },
  review: {
    nobody: 'Niemand Bestimmtes',
    reviewerHint:
      'Bestätigt, was als erfüllt berichtet wird. Wer verantwortlich ist, kann nicht selbst prüfen.',
    verification: 'Braucht eine zweite Person',
    verificationHint:
      'Das Ziel kann erst abgeschlossen werden, wenn jemand anderes bestätigt hat, dass jedes Kriterium erfüllt ist.',
    locked: 'Das können nur die prüfende Person und Admins ändern.',
  },
  labels: {
    legend: 'Labels',
    chosen: 'Gewählte Labels',
    choose: 'Labels wählen',
    none: 'Noch keine Labels. Auf der Seite „Labels“ kannst du welche anlegen.',
    filterLabels: 'Labels filtern',
    filter: 'Filtern',
    loading: 'Labels werden geladen …',
    noMatch: 'Keine passenden Labels.',
    full: (maximum) => `Ein Ziel kann höchstens ${formatNumber(maximum)} Labels haben.`,
  },
  criteria: {
    legend: 'Erfolgskriterien',
    hint: 'Woran erkennst du, dass das Ziel erreicht ist?',
    hintWithVerdicts:
      'Woran erkennst du, dass das Ziel erreicht ist? Ein Kriterium, das du änderst, verliert sein Urteil.',
    criterion: (number) => `Kriterium ${formatNumber(number)}`,
    inSentence: (number) => `Kriterium ${formatNumber(number)}`,
    description: 'Was erfüllt sein muss',
    add: 'Kriterium hinzufügen',
  },
  measures: {
    legend: 'Messwerte',
    hint: 'Welche Zahlen zeigen den Fortschritt? Berichte tragen ihre Werte ein.',
    measure: (number) => `Messwert ${formatNumber(number)}`,
    inSentence: (number) => `Messwert ${formatNumber(number)}`,
    start: 'Anfangswert',
    target: 'Zielwert',
    unit: 'Einheit',
    add: 'Messwert hinzufügen',
  },
  rows: {
    remove: (name) => `${name} entfernen`,
    up: (name) => `${name} nach oben`,
    down: (name) => `${name} nach unten`,
  },
  cadence: {
    legend: 'Berichte',
    hint: 'Cairn zeigt, wenn ein Bericht überfällig ist, und schreibt der verantwortlichen Person eine E-Mail. Pausierte Ziele senden keine Erinnerungen. Lass das Feld leer, wenn niemand regelmäßige Berichte erwartet.',
    before: 'Bericht alle',
    after: 'Tage',
    days: 'Tage zwischen Berichten',
  },
  parent: {
    legend: 'Übergeordnetes Ziel',
    hint: 'Das Ziel, zu dem dieses beiträgt.',
    choose: 'Ziel wählen',
  },
  blockers: {
    legend: 'Wartet auf',
    hint: 'Die Ziele, die abgeschlossen oder archiviert sein müssen, bevor jemand an diesem arbeiten kann.',
    add: 'Ziel hinzufügen',
    full: (maximum) => `Ein Ziel kann auf höchstens ${formatNumber(maximum)} Ziele warten.`,
  },
  simple: germanFieldForms,
  budget: {
    title: 'Budget',
    none: 'keine Grenzen',
    hint: 'Was die Arbeit an diesem Ziel höchstens verbrauchen soll, nach dem, was die Berichte sagen. Nichts hält sie an: Das Ziel braucht dann Aufmerksamkeit. Lass weg, was keine Grenze hat.',
    tokens: 'Tokens',
    tokensHint: 'Eingabe und Ausgabe zusammen.',
    time: 'Zeit',
    unit: 'Gemessen in',
    units: { hours: 'Stunden', minutes: 'Minuten', seconds: 'Sekunden' },
    cost: 'Kosten',
    costHint: 'In der Währung, die dein Team verwendet.',
  },
  fields: {
    budget: { name: 'Budget', invalid: 'Gib Zahlen über 0 ein.' },
    'budget.tokens': { name: 'Tokens', invalid: 'Gib eine ganze Zahl über 0 ein.' },
    'budget.seconds': { name: 'Zeit', invalid: 'Gib eine Zahl über 0 ein.' },
    'budget.costMicros': { name: 'Kosten', invalid: 'Gib eine Zahl über 0 ein.' },
    detailedDescription: { name: 'Beschreibung', missing: 'Beschreibe das Ziel.' },
    title: { name: 'Titel' },
    'timeframe.targetDate': {
      name: 'Zieldatum',
      missing: 'Wähle ein Zieldatum.',
      invalid: 'Wähle ein Zieldatum.',
    },
    timeframe: { name: 'Zeitraum', missing: 'Wähle einen Zeitraum.', invalid: 'Wähle einen Zeitraum.' },
    reviewerUserId: {
      name: 'Prüfung',
      missing: 'Wähle, wer prüft.',
      invalid: 'Wähle jemand anderen für die Prüfung.',
    },
    verification: {
      name: 'zweite Person',
      missing: 'Wähle, ob es eine zweite Person braucht.',
    },
    ownerUserId: {
      name: 'Verantwortlich',
      missing: 'Wähle, wer verantwortlich ist.',
      invalid: 'Wähle eine andere Person.',
    },
    labelIds: { name: 'Labels', missing: 'Wähle Labels.' },
    'criteria.*.title': { name: 'Kriterium', missing: 'Benenne das Kriterium oder entferne es.' },
    'criteria.*.description': {
      name: 'Was erfüllt sein muss',
      missing: 'Beschreibe, was erfüllt sein muss.',
    },
    criteria: { name: 'Erfolgskriterien', missing: 'Füge ein Kriterium hinzu.' },
    'measures.*.title': { name: 'Messwert', missing: 'Benenne den Messwert oder entferne ihn.' },
    'measures.*.unit': { name: 'Einheit' },
    'measures.*.start': { name: 'Anfangswert', missing: enterNumber, invalid: enterNumber },
    'measures.*.target': {
      name: 'Zielwert',
      missing: enterNumber,
      invalid: 'Gib eine andere Zahl als den Anfangswert ein, mit höchstens 6 Nachkommastellen.',
    },
    measures: { name: 'Messwerte', missing: 'Füge einen Messwert hinzu.' },
    'cadence.everyDays': { name: 'Tage zwischen Berichten', missing: enterDays, invalid: enterDays },
    cadence: { name: 'Tage zwischen Berichten', missing: enterDays, invalid: enterDays },
    parentGoalId: {
      name: 'Übergeordnetes Ziel',
      missing: 'Wähle ein Ziel oder entferne das übergeordnete.',
      invalid: 'Wähle ein anderes Ziel.',
    },
    blockedByGoalIds: { name: 'Wartet auf', missing: 'Wähle ein Ziel.' },
  },
  tooMany: {
    labels: (maximum) => `Wähle höchstens ${formatNumber(maximum)} Labels.`,
    criteria: (maximum) => `Behalte höchstens ${formatNumber(maximum)} Kriterien.`,
    measures: (maximum) => `Behalte höchstens ${formatNumber(maximum)} Messwerte.`,
    blockers: (maximum) => `Wähle höchstens ${formatNumber(maximum)} Ziele.`,
  },
} satisfies typeof texts
