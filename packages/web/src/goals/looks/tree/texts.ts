import { catalog, plural } from '../../../language/catalog.ts'
import { formatNumber } from '../../../presentation/time/format.ts'

export const texts = catalog('goals/looks/tree', {
  columns: {
    goal: 'Goal',
    owner: 'Owner',
    stones: 'Cairn',
    below: 'Goals below',
    progress: 'Progress',
    due: 'Due',
  },
  fold: (title: string) => `Fold ${title}`,
  unfold: (title: string) => `Unfold ${title}`,
  foldAll: 'Fold all',
  unfoldAll: 'Unfold all',
  /** Of goals that the filters leave out. */
  leftOut: 'Left out by the filters: ',
  /** `{list}` is `2 off track, 1 on track`. */
  below: (count: number, list: string) =>
    `${formatNumber(count)} ${plural(count, { one: 'goal', other: 'goals' })} below${list === '' ? '' : `: ${list}`}`,
  worst: (health: string) => `Worst below: ${health.toLowerCase()}`,
  rollup: 'Roll-up of the goals below: ',
  own: 'Own progress: ',
  actions: (title: string) => `Actions for ${title}`,
  moveUnder: 'Move under…',
  moveToTop: 'Move to the top',
  addSubGoal: 'Add sub-goal',
  dropAtTop: 'Drop here to make it a top goal',
})
