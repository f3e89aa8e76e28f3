import { catalog, plural } from '../../../language/catalog.ts'
import { formatNumber } from '../../../presentation/time/format.ts'

export const texts = catalog('goals/work/agents', {
  title: 'Agents',
  intro: (organization: string) =>
    `The agents and programs that work in ${organization}: what they hold, ask, and use.`,
  connect: 'Connect an agent',
  list: 'Agents and programs',
  loading: 'Loading agents',
  none: {
    title: 'No agent is connected',
    text: 'Connect one: it takes the most pressing goals, reports on them, and asks you when it does not know.',
  },
  agent: 'Agent',
  program: 'Program',
  of: 'of {owner}',
  lastSeen: 'Last seen {ago}',
  neverSeen: 'Never seen',
  /** Of a program about which only its work is known. */
  accessUnknown: 'Its access is in the settings of whoever allowed it.',
  holds: 'Works on',
  holdsNothing: 'Works on nothing now.',
  /** `{until}` is `in 8 minutes`. */
  until: 'ends {until}',
  asks: 'Waits for answers',
  week: 'Last 7 days',
  reports: (count: number) => `${formatNumber(count)} ${plural(count, { one: 'report', other: 'reports' })}`,
  nothing: 'No usage reported',
  tokens: (count: string) => `${count} tokens`,
  cost: (cost: string) => `${cost} in cost`,
  notLoaded: 'Some of this could not be loaded.',
  more: (count: number) => `Show ${formatNumber(count)} more`,
})
