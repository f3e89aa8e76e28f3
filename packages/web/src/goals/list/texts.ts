import { catalog, plural } from '../../language/catalog.ts'
import { formatNumber } from '../../presentation/time/format.ts'

const goals = (count: number) => `${formatNumber(count)} ${plural(count, { one: 'goal', other: 'goals' })}`

export const texts = catalog('goals/list', {
  title: 'Goals',
  newGoal: 'New goal',
  overview: 'Overview',
  loading: 'Loading goals',
  count: (count: number, hasMore: boolean) =>
    hasMore ? `${formatNumber(count)} or more goals` : goals(count),
  /** If groups, another order, or filters need more goals than are loaded. */
  incomplete: (count: number) =>
    `This list covers the ${goals(count)} that changed last. Search, or filter by status or health, to cover others.`,
  none: {
    title: 'No goals yet',
    text: 'A goal starts with a description. The rest can follow.',
    action: 'Publish a goal',
  },
  noMatch: {
    title: 'No goals match',
    text: 'Change or clear the filters to see more goals.',
    action: 'Clear filters',
  },
  groupBy: 'Group by',
  groupings: { owner: 'Owner', health: 'Health', label: 'Label', due: 'Due date' },
  noGrouping: 'Nothing',
  sortBy: 'Sort by',
  orders: {
    attention: 'Most pressing',
    due: 'Due date',
    progress: 'Progress',
    reported: 'Longest without a report',
    title: 'Title',
  },
  serviceOrder: 'Last change',
  look: 'Look',
  looks: { lines: 'Lines', cards: 'Cards', tree: 'Tree', timeline: 'Timeline' },
  columns: {
    goal: 'Goal',
    owner: 'Owner',
    cairn: 'Cairn',
    progress: 'Progress',
    due: 'Due',
    lastReport: 'Last report',
  },
  line: {
    owner: 'Owner: ',
    labels: 'Labels',
    lastReport: 'Last report: ',
    criteriaMet: (met: number, count: number) =>
      `${formatNumber(met)} of ${formatNumber(count)} ${plural(count, { one: 'criterion', other: 'criteria' })} met`,
    isJudgedNotMet: ' (at least one is judged not met)',
    /** `{ago}` is `3 days ago`. */
    reported: 'Reported {ago}',
    neverReported: 'Never reported',
    published: ', published {ago}',
    edited: ', edited {ago}',
    reportDue: '. Report due {ago}',
    reportWasDue: 'Report was due {ago}',
  },
  card: {
    reportDue: 'Report due {ago}',
    more: (count: number) => `and ${formatNumber(count)} more`,
  },
  groups: {
    noLabel: 'No label',
    overdue: 'Overdue',
    week: 'Due within 7 days',
    month: 'Due within 30 days',
    quarter: 'Due within 90 days',
    later: 'Due later',
    continuous: 'Continuous',
    unspecified: 'No timeframe',
    ended: 'Completed or archived',
  },
  filters: {
    name: 'Filter goals',
    search: 'Search',
    searchHint: 'Words of titles, labels, descriptions, reports, and comments',
    /** The button that shows the filters on a phone. */
    show: (count: number) => (count === 0 ? 'Filters' : `Filters (${formatNumber(count)})`),
    clear: 'Clear filters',
    remove: (filter: string) => `Remove the filter ${filter}`,
    by: (filter: string) => `Filter by ${filter.toLowerCase()}`,
    is: 'is',
    isNot: 'is not',
    /** `Status is not Paused or Archived`. */
    chosen: (filter: string, isNot: boolean, values: string) =>
      `${filter} ${isNot ? 'is not' : 'is'} ${values}`,
    status: 'Status',
    health: 'Health',
    owner: 'Owner',
    me: 'Me',
    nobody: 'Nobody',
    label: 'Label',
    unknownLabel: 'Unknown label',
    due: 'Due',
    noTargetDate: 'No target date',
    quarter: (quarter: string, year: string) => `Q${quarter} ${year}`,
    attention: 'Attention',
    changed: 'Changed',
    anyTime: 'Any time',
    noLabel: 'No label',
    below: (goal: string) => `Below: ${goal}`,
    more: 'More filters',
    changedDays: { '1': 'Since yesterday', '7': 'Last 7 days', '30': 'Last 30 days', '90': 'Last 90 days' },
  },
  loadMore: 'Load more',
  loadingMore: 'Loading more',
})
