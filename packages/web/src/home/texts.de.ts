import { plural } from '../language/catalog.ts'
import { formatNumber } from '../time/format.ts'
import type { texts } from './texts.ts'

export const german = {
  title: 'Start',
  hello: 'Hallo, {name}',
  newGoal: 'Neues Ziel',
  needs: {
    title: 'Was dich braucht',
    loading: 'Lädt, was dich braucht',
    none: 'Du hast keine aktiven Ziele',
    noneText: 'Ziele, für die du verantwortlich bist, erscheinen hier, das dringendste zuerst.',
    publish: 'Ziel veröffentlichen',
    nothing: 'Gerade braucht dich nichts.',
    list: 'Ziele, die dich brauchen',
    more: (count) =>
      plural(count, {
        one: 'Noch eines zeigen, das dich braucht',
        other: `Noch ${formatNumber(count)} zeigen, die dich brauchen`,
      }),
    why: 'Warum',
    lastReport: 'Letzter Bericht: ',
    reported: 'Bericht {ago}',
    published: 'Noch kein Bericht. Veröffentlicht {ago}',
  },
  reasons: {
    wasDue: (days) => `War fällig ${days}`,
    due: (days) => `Fällig ${days}`,
    reportWasDue: (ago) => `Bericht war fällig ${ago}`,
    criteriaMet: (met, count) =>
      `${formatNumber(met)} von ${formatNumber(count)} ${plural(count, { one: 'Kriterium', other: 'Kriterien' })} erfüllt`,
    atLeast: (needing) => `Mindestens ${needing} deiner Ziele brauchen dich.`,
    some: (needing) =>
      `${formatNumber(needing)} deiner Ziele ${plural(needing, { one: 'braucht', other: 'brauchen' })} dich.`,
    one: 'Dein Ziel braucht dich.',
    all: (needing) => `Alle ${needing} deiner Ziele brauchen dich.`,
    someOf: (needing, count) =>
      `${formatNumber(needing)} deiner ${formatNumber(count)} Ziele ${plural(needing, { one: 'braucht', other: 'brauchen' })} dich.`,
    news: (count) =>
      `Seit deinem letzten Besuch: ${formatNumber(count)} ${plural(count, { one: 'Änderung', other: 'Änderungen' })}.`,
  },
  changes: {
    title: 'Was sich geändert hat',
    loading: 'Lädt, was sich geändert hat',
    nothing: 'In letzter Zeit ist nichts geschehen.',
    news: 'Neu seit deinem letzten Besuch',
    newsSince: 'Neu seit deinem letzten Besuch {ago}',
    earlier: 'Früher',
    everything: 'Alle Neuigkeiten zeigen',
    feed: 'Neuigkeiten öffnen',
    isNew: 'Neu:',
    older: (count) =>
      `${formatNumber(count)} frühere ${plural(count, { one: 'Änderung', other: 'Änderungen' })} dieses Ziels`,
  },
  others: {
    title: 'Deine anderen Ziele',
    list: 'Deine anderen aktiven Ziele',
    all: 'Alle deine Ziele zeigen',
    reportDue: (ago) => `Bericht fällig ${ago}`,
    due: (days) => `Fällig ${days}`,
  },
  health: {
    title: 'Zustand auf einen Blick',
    overview: 'Wie sich das geändert hat',
    loading: 'Zustand wird geladen',
    active: (count) => plural(count, { one: 'aktives Ziel', other: 'aktive Ziele' }),
    incomplete: (count) => `Gezählt sind nur die ${formatNumber(count)} zuletzt geänderten aktiven Ziele.`,
  },
} satisfies typeof texts
