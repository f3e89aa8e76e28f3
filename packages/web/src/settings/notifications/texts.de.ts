import { germanInboxWords } from '@cairn/contract/display/inbox-words.de'
import type { texts } from './texts.ts'

export const german = {
  form: {
    timeZone: {
      name: 'Zeitzone',
      missing: 'Wähle eine Zeitzone.',
      invalid: 'Wähle eine andere Zeitzone.',
    },
    language: {
      name: 'Sprache',
      missing: 'Wähle eine Sprache.',
      invalid: 'Wähle eine andere Sprache.',
    },
    reportReminders: {
      name: 'Verspätete Berichte',
      missing: 'Schalte das ein oder aus.',
      invalid: 'Schalte das ein oder aus.',
    },
    deadlineReminders: {
      name: 'Fristen',
      missing: 'Schalte das ein oder aus.',
      invalid: 'Schalte das ein oder aus.',
    },
    weeklyDigest: {
      name: 'Wochenüberblick',
      missing: 'Schalte das ein oder aus.',
      invalid: 'Schalte das ein oder aus.',
    },
    questions: {
      name: 'Fragen',
      missing: 'Schalte das ein oder aus.',
      invalid: 'Schalte das ein oder aus.',
    },
    inbox: {
      name: 'Posteingang',
      missing: 'Wähle, wie du davon erfährst.',
      invalid: 'Wähle einen anderen Weg.',
    },
  },
  title: 'Benachrichtigungen',
  intro: 'Welche E-Mails Cairn an {email} sendet, in allen deinen Organisationen.',
  loading: 'Einstellungen werden geladen',
  kinds: {
    late: 'Verspätete Berichte',
    lateHint: 'Wenn sich ein Bericht zu einem deiner Ziele verspätet, einmal je Fälligkeit.',
    deadlines: 'Fristen',
    deadlinesHint: '7 Tage und 1 Tag vor dem Zieldatum eines deiner Ziele.',
    digest: 'Wochenüberblick',
    digestHint: 'Montags zwischen 8 und 9 Uhr: wo du gefragt bist und was sich geändert hat.',
    questions: 'Fragen',
    questionsHint:
      'Innerhalb einer Minute, wenn dich jemand zu einem Ziel fragt. Höchstens 12 E-Mails am Tag.',
  },
  inbox: {
    legend: 'Posteingang',
    hint: 'Die tägliche E-Mail kommt am Morgen und enthält, was seit der letzten neu und ungelesen ist.',
    names: germanInboxWords.names,
    choices: {
      inbox: 'Nur Posteingang',
      daily_email: 'Auch tägliche E-Mail',
      none: 'Keines von beiden',
    },
  },
  saved: 'Einstellungen gespeichert.',
  emails: 'E-Mails',
  saving: 'Wird gespeichert',
  save: 'Einstellungen speichern',
  rules: {
    title: 'Gut zu wissen',
    paused: 'Pausierte Ziele senden keine Erinnerungen, abgeschlossene und archivierte auch nicht.',
    daily:
      'Du bekommst höchstens eine E-Mail am Tag, mit Erinnerungen und dem, was in deinem Posteingang neu ist.',
    own: 'Erinnerungen betreffen Ziele, für die du verantwortlich bist. Der Wochenüberblick sagt auch, was andere getan haben.',
    unsubscribe: 'Jede E-Mail hat einen Link zum Abbestellen. Dafür musst du dich nicht anmelden.',
  },
  language: 'Sprache der E-Mails',
  timeZone: 'Zeitzone',
  timeZoneHint: (time, where) =>
    time === undefined
      ? 'Bestimmt, wann dein Morgen ist und auf welchen Tag eine Frist fällt.'
      : `Bestimmt, wann dein Morgen ist und auf welchen Tag eine Frist fällt. Dort ist es jetzt ${time} (${where}).`,
  thisBrowsersZone: (place) => `Zeitzone dieses Browsers verwenden: ${place}`,
  findTimeZone: 'Stadt, Land oder UTC-Abstand',
  noTimeZone: 'Keine Zeitzone passt dazu.',
} satisfies typeof texts
