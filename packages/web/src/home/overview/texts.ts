import { catalog, plural } from '../../language/catalog.ts'
import { formatNumber } from '../../presentation/time/format.ts'

export const texts = catalog('home/overview', {
  title: 'Overview',
  intro: (organization: string) => `How the goals of ${organization} are doing, and what has changed.`,
  loading: 'Loading the overview',
  period: 'Look back',
  periods: { '4': '4 weeks', '12': '12 weeks' },
  /** `8 of 12 active goals are on track, 2 more than on Nov 3` Without a change, if there was no goal before. */
  finding: (now: { on: number; all: number; change: number | undefined; since: string }) => {
    const { on, all, change, since } = now
    const state =
      on === 0
        ? 'No active goal is on track'
        : `${formatNumber(on)} of ${formatNumber(all)} active ${plural(all, { one: 'goal', other: 'goals' })} ${plural(on, { one: 'is', other: 'are' })} on track`
    if (change === undefined || (change === 0 && on === 0)) return state
    if (change === 0) return `${state}, as many as on ${since}`
    const difference = formatNumber(Math.abs(change))
    return `${state}, ${difference} ${change > 0 ? 'more' : 'fewer'} than on ${since}`
  },
  /** `12 active goals: 8 on track, 4 at risk.` */
  now: (count: number, list: string) =>
    `${formatNumber(count)} active ${plural(count, { one: 'goal', other: 'goals' })}: ${list}.`,
  noActive: 'No goal is active',
  chart: 'Active goals by health',
  none: 'No health',
  counts: (named: { name: string; count: number }[]) =>
    named.map(({ name, count }) => `${formatNumber(count)} ${name.toLowerCase()}`).join(', '),
  noGoals: 'No active goals',
  today: 'Today',
  day: 'Day',
  knownFrom: (date: string) => `The past is known from ${date} on: so much has happened since.`,
  incomplete: (count: number) =>
    `The chart and what follows cover only the ${formatNumber(count)} goals that changed last.`,
  withoutDeleted: 'Deleted goals are left out.',
  changed: 'What changed',
  nothingChanged: 'No goal has changed its health or status in this time.',
  turns: {
    worse: 'Worse',
    better: 'Better',
    completed: 'Completed',
    published: 'New',
    resumed: 'Resumed',
    stopped: 'Paused or archived',
  },
  /** For screen readers, between what it was and what it is. */
  to: 'to',
  more: (count: number) => `Show ${formatNumber(count)} more`,
  byTree: 'By top goal',
  noTree: 'In no tree',
  byOwner: 'By owner',
  byLabel: 'By label',
  noLabel: 'No label',
  empty: {
    title: 'No goals yet',
    text: 'Once there are goals and reports, you see here how they are doing.',
    action: 'Publish a goal',
  },
})
