import { catalog, plural } from '../../../language/catalog.ts'
import { formatNumber } from '../../../presentation/time/format.ts'

const goals = (count: number) => `${formatNumber(count)} ${plural(count, { one: 'goal', other: 'goals' })}`

export const texts = catalog('goals/list/bulk', {
  select: (title: string) => `Select ${title}`,
  selectAll: 'Select all',
  selectAllOf: (count: number) => `Select all ${formatNumber(count)}`,
  selectingAll: 'Loading all',
  selected: (count: number) => `${goals(count)} selected`,
  selectedOf: (count: number, all: number) => `${formatNumber(count)} of ${goals(all)} selected`,
  name: 'Change the selected goals',
  clear: 'Clear selection',
  /** Sends the same short report on each of them. */
  report: 'Report',
  /** Descriptions of the shortcuts. */
  shortcuts: {
    report: 'Report on the selected goals',
    ask: 'Ask for reports on the selected goals',
    owner: 'Change the owner of the selected goals',
    addLabel: 'Add a label to the selected goals',
    removeLabel: 'Remove a label from the selected goals',
    dueDate: 'Change the target date of the selected goals',
  },
  ask: 'Ask for reports',
  asked: (count: number) => `Asked for reports on ${goals(count)}. Their owners find it in the inbox.`,
  asking: (done: number, count: number) => `Asking: ${formatNumber(done)} of ${goals(count)}`,
  notAsked: (count: number) => `No report was requested on ${goals(count)}:`,
  owner: 'Owner',
  nobody: 'Nobody',
  addLabel: 'Add label',
  removeLabel: 'Remove label',
  dueDate: 'Target date',
  setDate: 'Set date',
  dueDateTitle: (count: number) => `Target date of ${goals(count)}`,
  date: 'Date',
  noLabels: 'No labels yet. Create them on the Labels page.',
  changing: (done: number, count: number) => `Changing: ${formatNumber(done)} of ${goals(count)}`,
  changed: (count: number) => `${goals(count)} changed.`,
  unchanged: 'Nothing to change: the goals are like that already.',
  failed: (count: number) => `${goals(count)} could not be changed:`,
  notUndone: (count: number, first: string, reason: string) =>
    `Not undone for ${goals(count)}. ${first}: ${reason}`,
  changedMeanwhile: 'Somebody changed the goal meanwhile.',
  undone: (count: number) => `Undone for ${goals(count)}.`,
})
