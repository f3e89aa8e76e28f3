import { catalog, plural } from '../../../language/catalog.ts'
import { formatNumber } from '../../../presentation/time/format.ts'

const goals = (count: number) => `${formatNumber(count)} ${plural(count, { one: 'goal', other: 'goals' })}`

export const texts = catalog('goals/detail/together', {
  above: 'Goals above',
  /** `{reasons}` is `it waits for “Sign the lease”; it has open sub-goals`. */
  notReady: 'Not ready to be worked on: {reasons}.',
  reasons: {
    blocked: (titles: string[]) =>
      titles.length === 0
        ? 'it waits for another goal'
        : `it waits for ${titles.map((title) => `“${title}”`).join(' and ')}`,
    subgoals: 'it has open sub-goals',
    claimed: 'somebody is working on it',
  },
  subGoals: 'Sub-goals',
  add: 'Add sub-goal',
  newTitle: 'Title of the sub-goal',
  enterTitle: 'Type a title.',
  adding: 'Adding',
  save: 'Add',
  done: 'Done',
  moreFields: 'More fields',
  added: (title: string) => `Added “${title}”.`,
  more: (count: number) => `Show ${formatNumber(count)} more`,
  inTree: 'Show in the tree',
  waitsFor: 'Waits for',
  holdsUp: 'Holds up',
  holdsUpNothing: 'No goal waits for this one.',
  addBlocker: 'Add a goal that this one waits for',
  addWaiting: 'Add a goal that waits for this one',
  addShort: 'Add',
  notLoaded: 'This could not be loaded. Close it and try again.',
  stopWaiting: (title: string) => `Stop waiting for ${title}`,
  noLongerHoldUp: (title: string) => `${title} no longer waits`,
  waits: (waiting: string, blocker: string) => `“${waiting}” now waits for “${blocker}”.`,
  waitsNoLonger: (waiting: string, blocker: string) => `“${waiting}” no longer waits for “${blocker}”.`,
  undone: 'Change undone.',
  notSaved: (goal: string, reason: string) => `“${goal}” was not changed. ${reason}`,
  rollup: {
    title: (count: number) => `Roll-up of ${goals(count)} below`,
    hint: 'It follows from the goals below. This goal’s own status, health and measures never change by it.',
    progress: 'Progress of the sub-goals',
    noProgress: 'No sub-goal has progress yet.',
    own: 'Progress of its own measures',
    health: 'Active goals by health',
    status: 'All goals by status',
    noActive: 'No goal below is active.',
  },
})
