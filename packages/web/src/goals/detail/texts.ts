import { catalog, plural } from '../../language/catalog.ts'
import { formatNumber } from '../../presentation/time/format.ts'

export const texts = catalog('goals/detail', {
  allGoals: 'All goals',
  deletedMeanwhile: 'This goal was deleted. What you see is how it was when this page loaded it.',
  notFound: {
    title: 'Goal not found',
    heading: 'No such goal in this organization',
    text: 'It may have been deleted. If it belongs to another of your organizations, switch to that one and open the link again.',
  },
  report: 'Report',
  edit: 'Edit',
  delete: 'Delete',
  quick: 'Quick update',
  readOnly: 'Only the owner of this goal and admins of the organization can report on it.',
  description: 'Description',
  commentsNotLoaded: 'Comments could not be loaded. Reload the page to see them.',
  latest: 'Latest report',
  /** The health before the latest report. */
  before: (health: string) => `Before: ${health}`,
  written: '{author} {ago}',
  wholeReport: 'Read it in full',
  none: {
    title: 'No reports yet',
    text: 'The first report says how the goal is doing, and lays the first stone.',
  },
  overTime: 'Over time',
  attention: {
    questionOpen: 'A question about this goal is open.',
    claimExpired: 'Somebody stopped working on this goal without saying so.',
    budgetUsed: 'The budget is used up.',
    reviewRequested: (count: number) =>
      plural(count, {
        one: '1 criterion waits for a second person to confirm it.',
        other: `${formatNumber(count)} criteria wait for a second person to confirm them.`,
      }),
    overdue: (date: string) => `The target date, ${date}, has passed.`,
    reportLate: (date: string) => `A report was due on ${date}.`,
    offTrack: 'The goal is off track.',
    atRisk: 'The goal is at risk.',
    dueSoon: (days: string) => `The target date is ${days}.`,
    notMet: (count: number, all: number) =>
      `${count} of ${all} criteria ${plural(count, { one: 'is', other: 'are' })} not met.`,
  },
  outcome: {
    met: (count: number) =>
      count === 1 ? 'Completed with its criterion met.' : `Completed with all ${count} criteria met.`,
    notMet: (count: number, all: number) => `Completed with ${count} of ${all} criteria not met.`,
    notMetAndOpen: (count: number, all: number, open: number) =>
      `Completed with ${count} of ${all} criteria not met and ${open} undecided.`,
    open: (open: number, all: number) => `Completed with ${open} of ${all} criteria undecided.`,
  },
  editing: {
    page: (title: string) => `Edit: ${title}`,
    title: 'Edit goal',
    saved: 'Changes saved.',
    savedBeside: (names: string[]) =>
      `Changes saved. ${names.join(' and ')} edited the goal meanwhile, and those changes were kept.`,
    save: 'Save changes',
    saving: 'Saving',
    cancel: 'Cancel',
  },
  deleting: {
    title: 'Delete this goal?',
    action: 'Delete goal',
    text: (reports: number) =>
      `This deletes the goal for everyone, with its history${reports === 0 ? '' : ` of ${formatNumber(reports)} ${plural(reports, { one: 'report', other: 'reports' })}`}. You cannot undo this. To keep the goal, archive it with a report instead.`,
    hasSubGoals: (count: number) =>
      `This goal has ${formatNumber(count)} ${plural(count, { one: 'sub-goal', other: 'sub-goals' })} and cannot be deleted. Move or delete ${plural(count, { one: 'it', other: 'them' })} first, or archive this goal with a report.`,
    done: 'Goal deleted.',
  },
  watch: {
    on: 'Watching',
    off: 'Watch',
    begin: 'Watch: hear of reports and comments',
    end: 'Stop watching',
    begun: 'You watch this goal.',
    ended: 'You no longer watch this goal.',
  },
  /** After a sentence about somebody else's change. */
  moreNews: (more: number) =>
    ` And ${plural(more, { one: 'one more change', other: `${formatNumber(more)} more changes` })}.`,
})
