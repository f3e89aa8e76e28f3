import { catalog } from '../../../language/catalog.ts'

export const texts = catalog('goals/editing/goal-picker', {
  find: 'Find a goal',
  goals: 'Goals',
  searching: 'Searching…',
  failed: 'The search does not work right now.',
  noneFound: 'No goals found.',
})
