import { catalog, plural } from '../../language/catalog.ts'
import { formatNumber } from '../../presentation/time/format.ts'

export const texts = catalog('goals/work', {
  /** In a row, before the name of who works on the goal. */
  works: (who: string) => `At work: ${who}`,
  claim: {
    title: 'Work on this goal',
    works: '{who} works on this goal.',
    /** `{since}` is `5 minutes ago`, `{until}` is `in 8 minutes`. */
    times: 'Started {since}. Ends {until} unless it is renewed.',
    run: 'Run {run}',
    watch: 'Watch on {host}',
    newTab: '(opens a new tab)',
  },
  takeBack: {
    name: 'Take it back',
    one: (title: string) => `Take it back: ${title}`,
    question: 'Take this goal back?',
    consequence:
      '{who} can no longer report on this goal or change it in this run. You cannot undo this: whoever continues starts anew.',
    done: 'Goal taken back.',
  },
  handoff: {
    title: 'Hand-off',
    by: '{who}, {ago}',
    read: 'Read the hand-off',
    removed: 'Removed the hand-off.',
  },
  used: {
    title: 'Used',
    withBudget: 'Used of the budget',
    names: { tokens: 'Tokens', seconds: 'Time', costMicros: 'Cost' },
    /** After what is used: `of 2M`. */
    of: (limit: string) => `of ${limit}`,
    over: 'Used up',
    reports: 'Reports with usage',
    all: 'Compare with other goals',
    report: (amounts: string) => `Used ${amounts}`,
    tokens: (count: number) => `${formatNumber(count)} ${plural(count, { one: 'token', other: 'tokens' })}`,
    cost: (cost: string) => `${cost} in cost`,
  },
})
