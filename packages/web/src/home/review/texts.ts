import { catalog, plural } from '../../language/catalog.ts'
import { formatNumber } from '../../presentation/time/format.ts'

export const texts = catalog('home/review', {
  title: { all: 'Review of the team', watched: 'Goals that you watch' },
  loading: 'Loading the review',
  list: 'Goals to review',
  left: (count: number, isMore: boolean) =>
    `${isMore ? 'At least ' : ''}${formatNumber(count)} ${plural(count, { one: 'goal', other: 'goals' })} to review.`,
  keys: 'J and K move, Enter opens, A acknowledges the report, E hides the goal until it changes, R replies.',
  reasons: {
    unread: 'New report',
    late: 'Late',
    unowned: 'Nobody owns it',
    worsened: 'Health got worse',
    to_review: 'To confirm',
    other: 'Needs attention',
  },
  owner: 'Owner:',
  acknowledge: 'Acknowledge, then next',
  acknowledgeReport: (goal: string) => `Acknowledge the report on ${goal}`,
  done: 'Hide until it changes',
  markDone: (goal: string) => `Hide until it changes: ${goal}`,
  /** Only this browser remembers it. */
  wasDone: 'Hidden in this browser until the goal changes.',
  reply: 'Reply',
  replyTo: (goal: string) => `Reply: ${goal}`,
  wasAcknowledged: 'Acknowledged.',
  open: 'Open goal',
  noReport: 'Nobody has reported on this goal yet.',
  loadingReport: 'Loading the report',
  more: 'Show more goals',
  loadingMore: 'Loading',
  nothing: 'Nothing to review',
  nothingText: 'New reports, late goals, and goals without an owner appear here by themselves.',
  none: { all: 'There are no active goals', watched: 'You watch no active goals' },
  noneText: {
    all: 'Active goals of the organization that need somebody appear here.',
    watched: 'Watch a goal on its page to follow it here.',
  },
})
