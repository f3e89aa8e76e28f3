import { plural } from '../language/catalog.ts'
import { formatNumber } from '../presentation/time/format.ts'
import type { texts } from './texts.ts'

export const german = {
  title: 'Start',
  hello: 'Hallo, {name}',
  newGoal: 'Neues Ziel',
  scopes: {
    legend: 'Wessen Ziele',
    mine: 'Meine',
    all: 'Team',
    watched: 'Beobachtet',
    loading: 'Durchsicht wird geladen',
    notLoaded: 'Die Durchsicht konnte nicht geladen werden. Lade die Seite neu, um sie zu sehen.',
  },
  questions: {
    waiting: (count) =>
      `${plural(count, { one: 'Eine Frage wartet', other: `${formatNumber(count)} Fragen warten` })} auf deine Antwort.`,
    loading: 'Fragen werden geladen',
    notLoaded: 'Deine Fragen konnten nicht geladen werden. Lade die Seite neu, um sie zu sehen.',
  },
  needs: {
    title: 'Hier bist du gefragt',
    loading: 'Wird geladen',
    none: 'Du hast keine aktiven Ziele',
    noneText: 'Ziele, für die du verantwortlich bist, erscheinen hier, das dringendste zuerst.',
    publish: 'Ziel veröffentlichen',
    nothing: 'Gerade wartet nichts auf dich.',
    list: 'Ziele, bei denen du gefragt bist',
    more: (count) =>
      plural(count, {
        one: 'Noch eines zeigen',
        other: `Noch ${formatNumber(count)} zeigen`,
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
    toConfirm: (count) =>
      plural(count, {
        one: '1 Kriterium zu bestätigen',
        other: `${formatNumber(count)} Kriterien zu bestätigen`,
      }),
    criteriaMet: (met, count) =>
      `${formatNumber(met)} von ${formatNumber(count)} ${plural(count, { one: 'Kriterium', other: 'Kriterien' })} erfüllt`,
    atLeast: (needing) => `Bei mindestens ${needing} deiner Ziele bist du gefragt.`,
    some: (needing) =>
      `Bei ${plural(needing, { one: 'einem', other: formatNumber(needing) })} deiner Ziele bist du gefragt.`,
    one: 'Bei deinem Ziel bist du gefragt.',
    all: (needing) =>
      needing === 2
        ? 'Bei deinen beiden Zielen bist du gefragt.'
        : `Bei allen ${formatNumber(needing)} deiner Ziele bist du gefragt.`,
    someOf: (needing, count) =>
      `Bei ${plural(needing, { one: 'einem', other: formatNumber(needing) })} deiner ${formatNumber(count)} Ziele bist du gefragt.`,
    news: (count) =>
      `Seit deinem letzten Besuch: ${formatNumber(count)} ${plural(count, { one: 'Änderung', other: 'Änderungen' })}.`,
  },
  changes: {
    title: 'Was sich geändert hat',
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
  blocked: { title: 'Blockiert', list: 'Deine Ziele, die auf andere warten', waitsFor: 'Wartet auf' },
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
  },
} satisfies typeof texts
