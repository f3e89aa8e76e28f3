import { germanEventWords } from '@cairn/contract/display/event-words.de'
import { plural } from '../language/catalog.ts'
import { formatNumber } from '../presentation/time/format.ts'
import type { texts } from './texts.ts'

export const german = {
  today: 'Heute',
  yesterday: 'Gestern',
  new: 'Neu:',
  families: {
    reports: 'Berichte',
    comments: 'Kommentare',
    goals: 'Ziele',
    work: 'Arbeit und Fragen',
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
  ...germanEventWords,
} satisfies typeof texts
