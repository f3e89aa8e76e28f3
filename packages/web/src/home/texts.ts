import { catalog, plural } from '../language/catalog.ts'
import { formatNumber } from '../presentation/time/format.ts'

export const texts = catalog('home', {
  title: 'Home',
  /** `{name}` is the first name of the person. */
  hello: 'Hello, {name}',
  newGoal: 'New goal',
  scopes: {
    legend: 'Whose goals',
    mine: 'Mine',
    all: 'Team',
    watched: 'Watching',
    loading: 'Loading the review',
    notLoaded: 'The review could not be loaded. Reload the page to see it.',
  },
  questions: {
    waiting: (count: number) =>
      `${formatNumber(count)} ${plural(count, { one: 'question waits', other: 'questions wait' })} for your answer.`,
    loading: 'Loading questions',
    notLoaded: 'Your questions could not be loaded. Reload the page to see them.',
  },
  needs: {
    title: 'What needs you',
    loading: 'Loading what needs you',
    none: 'You have no active goals',
    noneText: 'Goals that you own appear here, most urgent first.',
    publish: 'Publish a goal',
    nothing: 'Nothing needs you right now.',
    list: 'Goals that need you',
    more: (count: number) => `Show ${formatNumber(count)} more that need you`,
    why: 'Why',
    lastReport: 'Last report: ',
    reported: 'Reported {ago}',
    published: 'No report yet. Published {ago}',
  },
  reasons: {
    wasDue: (days: string) => `Was due ${days}`,
    due: (days: string) => `Due ${days}`,
    reportWasDue: (ago: string) => `Report was due ${ago}`,
    toConfirm: (count: number) =>
      plural(count, { one: '1 criterion to confirm', other: `${formatNumber(count)} criteria to confirm` }),
    criteriaMet: (met: number, count: number) =>
      `${formatNumber(met)} of ${formatNumber(count)} ${plural(count, { one: 'criterion', other: 'criteria' })} met`,
    atLeast: (needing: string) => `At least ${needing} of your goals need you.`,
    some: (needing: number) =>
      `${formatNumber(needing)} of your goals ${plural(needing, { one: 'needs', other: 'need' })} you.`,
    one: 'Your goal needs you.',
    all: (needing: number) =>
      needing === 2 ? 'Both of your goals need you.' : `All ${formatNumber(needing)} of your goals need you.`,
    someOf: (needing: number, count: number) =>
      `${formatNumber(needing)} of your ${formatNumber(count)} goals ${plural(needing, { one: 'needs', other: 'need' })} you.`,
    news: (count: number) =>
      `${formatNumber(count)} ${plural(count, { one: 'thing has', other: 'things have' })} changed since your last visit.`,
  },
  changes: {
    title: 'What changed',
    nothing: 'Nothing has happened recently.',
    news: 'New since your last visit',
    newsSince: 'New since your last visit, {ago}',
    earlier: 'Earlier',
    everything: 'Show everything in the feed',
    feed: 'Open the feed',
    isNew: 'New:',
    /** Older changes of the same goal. */
    older: (count: number) =>
      `${formatNumber(count)} earlier ${plural(count, { one: 'change', other: 'changes' })} of this goal`,
  },
  blocked: { title: 'Blocked', list: 'Your goals that wait for others', waitsFor: 'Waits for' },
  others: {
    title: 'Your other goals',
    list: 'Your other active goals',
    all: 'Show all your goals',
    reportDue: (ago: string) => `Report due ${ago}`,
    due: (days: string) => `Due ${days}`,
  },
  health: {
    title: 'Health at a glance',
    overview: 'How it has changed',
    loading: 'Loading health',
    active: (count: number) => plural(count, { one: 'active goal', other: 'active goals' }),
  },
})
