import { catalog } from '../../../language/catalog.ts'

export const texts = catalog('goals/editing/differences', {
  /** Read by screen readers, between the old and the new value. */
  changedTo: ' changed to ',
  quoted: (title: string) => `“${title}”`,
  details: {
    unit: ', unit {change}',
    start: ', start {change}',
    target: ', target {change}',
  },
  noUnit: 'none',
  changed: 'Changed: {row}',
  added: 'Added: {row}',
  removed: 'Removed: {row}',
  reordered: 'The order changed.',
  deletedLabel: 'A deleted label',
  noParent: 'No parent',
  noReviewer: 'Nobody in particular',
  compare: 'Compare the texts',
  /** Read by screen readers, before a part of a text. */
  addedPart: ' added: ',
  removedPart: ' removed: ',
})
