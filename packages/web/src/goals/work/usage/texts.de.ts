import { plural } from '../../../language/catalog.ts'
import { formatNumber } from '../../../presentation/time/format.ts'
import type { texts } from './texts.ts'

export const german = {
  title: 'Verbrauch',
  intro: 'Was die Arbeit hinter den Berichten laut diesen verbraucht hat. Ganze Tage in UTC, bis heute.',
  introOfMembers:
    'Was die Arbeit hinter den Berichten über deine eigenen Ziele laut diesen verbraucht hat. Ganze Tage in UTC, bis heute.',
  period: 'Zeitraum',
  periods: { week: '7 Tage', month: '30 Tage', quarter: '90 Tage' },
  measure: 'Vergleichen nach',
  measures: { tokens: 'Tokens', seconds: 'Zeit', costMicros: 'Kosten', reports: 'Berichte' },
  byAgent: 'Nach Agent',
  byGoal: 'Nach Ziel',
  loading: 'Verbrauch wird geladen',
  none: 'In diesem Zeitraum wurde nichts verbraucht.',
  total: (amount) => `${amount} insgesamt`,
  deletedGoal: 'Ein gelöschtes Ziel',
  others: (count) => plural(count, { one: 'Ein weiterer Eintrag', other: `${formatNumber(count)} weitere` }),
  incomplete: (count) => `Nur die ersten ${formatNumber(count)} sind gezählt.`,
  tableOf: (chart) => `${chart}, als Tabelle`,
  columns: {
    agent: 'Agent',
    goal: 'Ziel',
    inputTokens: 'Eingabe-Tokens',
    outputTokens: 'Ausgabe-Tokens',
    seconds: 'Zeit',
    costMicros: 'Kosten',
    reports: 'Berichte',
  },
} satisfies typeof texts
