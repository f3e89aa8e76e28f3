import { catalog, plural } from '../../../language/catalog.ts'
import { formatNumber } from '../../../presentation/time/format.ts'

export const texts = catalog('goals/work/usage', {
  title: 'Usage',
  intro: 'What reports say the work behind them used. Whole days in UTC, up to today.',
  introOfMembers:
    'What reports on your own goals say the work behind them used. Whole days in UTC, up to today.',
  period: 'Period',
  periods: { week: '7 days', month: '30 days', quarter: '90 days' },
  measure: 'Compare by',
  measures: { tokens: 'Tokens', seconds: 'Time', costMicros: 'Cost', reports: 'Reports' },
  byAgent: 'By agent',
  byGoal: 'By goal',
  loading: 'Loading usage',
  none: 'Nothing was used in this period.',
  total: (amount: string) => `${amount} in all`,
  deletedGoal: 'A deleted goal',
  others: (count: number) => `${formatNumber(count)} ${plural(count, { one: 'other', other: 'others' })}`,
  incomplete: (count: number) => `Only the first ${formatNumber(count)} are counted.`,
  tableOf: (chart: string) => `${chart}, as a table`,
  columns: {
    agent: 'Agent',
    goal: 'Goal',
    inputTokens: 'Input tokens',
    outputTokens: 'Output tokens',
    seconds: 'Time',
    costMicros: 'Cost',
    reports: 'Reports',
  },
})
