import { plural } from '../../language/catalog.ts'
import { formatNumber } from '../../presentation/time/format.ts'
import type { texts } from './texts.ts'

export const german = {
  title: 'Überblick',
  intro: (organization) => `Wie es um die Ziele von ${organization} steht und was sich geändert hat.`,
  loading: 'Der Überblick wird geladen',
  period: 'Zeitraum',
  periods: { '4': '4 Wochen', '12': '12 Wochen' },
  finding: ({ on, all, change, since }) => {
    const state =
      on === 0
        ? 'Kein aktives Ziel ist auf Kurs'
        : `${formatNumber(on)} von ${formatNumber(all)} aktiven Zielen ${plural(on, { one: 'ist', other: 'sind' })} auf Kurs`
    if (change === undefined || (change === 0 && on === 0)) return state
    if (change === 0) return `${state}, so viele wie am ${since}`
    const difference = formatNumber(Math.abs(change))
    return `${state}, ${difference} ${change > 0 ? 'mehr' : 'weniger'} als am ${since}`
  },
  now: (count, list) =>
    `${formatNumber(count)} ${plural(count, { one: 'aktives Ziel', other: 'aktive Ziele' })}: ${list}.`,
  noActive: 'Kein Ziel ist aktiv',
  chart: 'Aktive Ziele nach Zustand',
  none: 'Ohne Zustand',
  counts: (named) =>
    named
      .map(({ name, count }) => `${formatNumber(count)} ${name.slice(0, 1).toLowerCase()}${name.slice(1)}`)
      .join(', '),
  noGoals: 'Keine aktiven Ziele',
  today: 'Heute',
  day: 'Tag',
  knownFrom: (date) => `Die Vergangenheit ist ab dem ${date} bekannt: So viel ist seitdem geschehen.`,
  incomplete: (count) =>
    `Das Diagramm und alles Weitere umfassen nur die ${formatNumber(count)} zuletzt geänderten Ziele.`,
  withoutDeleted: 'Gelöschte Ziele fehlen.',
  changed: 'Was sich geändert hat',
  nothingChanged: 'In dieser Zeit hat kein Ziel Zustand oder Status gewechselt.',
  turns: {
    worse: 'Schlechter',
    better: 'Besser',
    completed: 'Abgeschlossen',
    published: 'Neu',
    resumed: 'Wieder aufgenommen',
    stopped: 'Pausiert oder archiviert',
  },
  to: 'jetzt',
  more: (count) => `${formatNumber(count)} weitere zeigen`,
  byTree: 'Nach oberstem Ziel',
  noTree: 'In keinem Baum',
  byOwner: 'Nach Verantwortlichen',
  byLabel: 'Nach Label',
  noLabel: 'Kein Label',
  empty: {
    title: 'Noch keine Ziele',
    text: 'Sobald es Ziele und Berichte gibt, siehst du hier, wie es um sie steht.',
    action: 'Ziel veröffentlichen',
  },
} satisfies typeof texts
