import { formatNumber } from '../presentation/time/format.ts'
import type { texts } from './texts.ts'

export const german = {
  accountOf: 'Konto: ',
  account: 'Konto',
  appearance: 'Darstellung',
  agents: 'Agenten verbinden',
  apiReference: 'API-Referenz',
  shortcuts: 'Tastenkürzel',
  signOut: 'Abmelden',
  notFound: {
    title: 'Seite nicht gefunden',
    text: 'Prüfe die Adresse auf Tippfehler. Vielleicht gibt es die Seite nicht mehr.',
    action: 'Zur Startseite',
  },
  offline: 'Du bist offline. Diese Seite ist vielleicht nicht aktuell. Was du schreibst, bleibt hier.',
  lastSeen: (ago) => `Offline. Zuletzt gesehen: ${ago}. Änderungen brauchen eine Verbindung.`,
  failed: {
    title: 'Etwas ist schiefgegangen',
    heading: 'Diese Seite konnte nicht angezeigt werden',
  },
  pending: {
    title: 'Du bist offline',
    heading: 'Diese Seite ist noch nicht geladen',
    text: 'Du bist offline und hast diese Seite noch nie geöffnet. Sie öffnet sich, sobald du wieder online bist.',
    retry: 'Erneut versuchen',
  },
  skip: 'Zum Inhalt springen',
  home: 'Cairn, Startseite',
  main: 'Hauptmenü',
  search: 'Suche',
  newGoal: 'Neues Ziel',
  inbox: (unread: number) =>
    unread === 0 ? 'Posteingang' : `Posteingang, ${formatNumber(unread)} ungelesen`,
  messages: 'Meldungen',
  destinations: {
    home: 'Start',
    goals: 'Ziele',
    overview: 'Überblick',
    agents: 'Agenten',
    feed: 'Neuigkeiten',
    labels: 'Labels',
    settings: 'Einstellungen',
  },
} satisfies typeof texts
