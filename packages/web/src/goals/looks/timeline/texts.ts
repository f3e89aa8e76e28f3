import { catalog } from '../../../language/catalog.ts'

export const texts = catalog('goals/looks/timeline', {
  today: 'Today',
  /** Read after the title of a goal. */
  due: (date: string) => `, due ${date}`,
  overdue: (date: string) => `, was due ${date}`,
  noDate: 'Without a target date',
  none: 'None of these goals has a target date.',
})
