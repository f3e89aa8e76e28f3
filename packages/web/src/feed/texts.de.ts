import { plural } from '../language/catalog.ts'
import { formatNumber } from '../time/format.ts'
import type { texts } from './texts.ts'

const have = (you: boolean) => (you ? 'hast' : 'hat')
const be = (you: boolean) => (you ? 'bist' : 'ist')
const list = new Intl.ListFormat('de')
const roles = { owner: 'Inhaber', admin: 'Admin', member: 'Mitglied' }
const germanFields = {
  title: 'den Titel',
  detailedDescription: 'die Beschreibung',
  timeframe: 'den Zeitraum',
  ownerUserId: 'die verantwortliche Person',
  labelIds: 'die Labels',
  criteria: 'die Erfolgskriterien',
  measures: 'die Messwerte',
  cadence: 'den Berichtsrhythmus',
}

export const german = {
  today: 'Heute',
  yesterday: 'Gestern',
  new: 'Neu:',
  families: {
    reports: 'Berichte',
    goals: 'Ziele',
    labels: 'Labels',
    people: 'Personen',
  },
  title: 'Neuigkeiten',
  intro: (organization) =>
    `Was in den letzten 90 Tagen in ${organization} geschehen ist, das Neueste zuerst.`,
  legend: 'Zeigen',
  everything: 'Alles',
  loading: 'Neuigkeiten werden geladen',
  searchedTo: (date) => `Durchsucht bis zum ${date}.`,
  loadingMore: 'Wird geladen',
  more: 'Mehr laden',
  end: 'Das ist alles aus den letzten 90 Tagen.',
  noneAbout: (family) => `Keine Ereignisse über ${family}`,
  noneAboutText: 'Wähle einen anderen Filter, um mehr zu sehen.',
  none: 'Noch ist nichts geschehen',
  publish: 'Ziel veröffentlichen',
  noneText: 'Neue Ziele, Berichte und Änderungen erscheinen hier.',
  newSince: (count) =>
    `${formatNumber(count)} ${plural(count, { one: 'neues Ereignis', other: 'neue Ereignisse' })}, seit du diese Seite geöffnet hast.`,
  newEvents: (count) =>
    `${formatNumber(count)} ${plural(count, { one: 'neues Ereignis', other: 'neue Ereignisse' })}`,
  events: {
    published: (you) => `{actor} ${have(you)} {goal} veröffentlicht`,
    publishedWithoutOwner: (you) =>
      `{actor} ${have(you)} {goal} veröffentlicht, noch ohne verantwortliche Person`,
    publishedFor: (you) => `{actor} ${have(you)} {goal} veröffentlicht, verantwortlich: {owner}`,
    edited: (you, fields) =>
      `{actor} ${have(you)} ${fields.length > 3 ? `${fields.length} Felder` : list.format(fields.map((field) => germanFields[field]))} von {goal} geändert`,
    deleted: (you) => `{actor} ${have(you)} {goal} gelöscht`,
    acknowledged: (you) => `{actor} ${have(you)} einen Bericht zu {goal} zur Kenntnis genommen`,
    'label.created': (you) => `{actor} ${have(you)} das Label {label} angelegt`,
    'label.updated': (you) => `{actor} ${have(you)} das Label {label} geändert`,
    'label.deleted': (you) => `{actor} ${have(you)} das Label {label} gelöscht`,
    joined: (you, role) => `{actor} ${be(you)} als ${roles[role]} beigetreten`,
    left: (you) => `{actor} ${be(you)} aus der Organisation ausgetreten`,
    removed: (you) => `{actor} ${have(you)} {person} entfernt`,
    became: (you, role) => `{actor} ${be(you)} jetzt ${roles[role]}`,
    made: (you, role) => `{actor} ${have(you)} {person} zum ${roles[role]} gemacht`,
    invited: (you, role) => `{actor} ${have(you)} jemanden als ${roles[role]} eingeladen`,
    accepted: (you, role) => `{actor} ${have(you)} eine Einladung als ${roles[role]} angenommen`,
    revoked: (you) => `{actor} ${have(you)} eine Einladung zurückgezogen`,
  },
  reports: {
    reported: (you) => `{actor} ${have(you)} zu {goal} berichtet`,
    moved: (you) => `{actor} ${have(you)} zu {goal} berichtet, jetzt {health}`,
    paused: (you) => `{actor} ${have(you)} {goal} pausiert`,
    completed: (you) => `{actor} ${have(you)} {goal} abgeschlossen`,
    archived: (you) => `{actor} ${have(you)} {goal} archiviert`,
    resumed: (you) => `{actor} ${have(you)} {goal} fortgesetzt`,
    reopened: (you) => `{actor} ${have(you)} {goal} wieder geöffnet`,
    withHealth: {
      paused: (you) => `{actor} ${have(you)} {goal} pausiert, jetzt {health}`,
      completed: (you) => `{actor} ${have(you)} {goal} abgeschlossen, jetzt {health}`,
      archived: (you) => `{actor} ${have(you)} {goal} archiviert, jetzt {health}`,
      resumed: (you) => `{actor} ${have(you)} {goal} fortgesetzt, jetzt {health}`,
      reopened: (you) => `{actor} ${have(you)} {goal} wieder geöffnet, jetzt {health}`,
    },
  },
  people: {
    actorYou: 'Du',
    you: 'dich',
    ownerYou: 'du',
    aMember: 'ein Mitglied',
    formerMember: 'ein früheres Mitglied',
    aFormerMember: 'Ein früheres Mitglied',
    aGoal: 'ein Ziel',
  },
  programFor: '{program} für {person}',
  program: { agent: 'Agent', run: (id) => `Lauf ${id}`, unknownAgent: 'Ein Agent', unknown: 'Ein Programm' },
} satisfies typeof texts
