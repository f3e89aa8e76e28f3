import { catalog } from '../../language/catalog.ts'

export const texts = catalog('goals/continuing', {
  continue: 'Continue in the next period',
  suggestCompleted: 'This goal is completed. It can go on in the next period, with what is left to do.',
  suggestOverdue:
    'The target date has passed. The goal can go on in the next period, with what is left to do.',
  intro:
    'This publishes a new goal with the same description, criteria, labels and owner. Measures short of their target go on from their last value. This goal stays as it is.',
  title: 'Title',
  date: 'Target date',
  continuous: 'No target date',
  publish: 'Publish goal',
  publishing: 'Publishing',
  published: 'Goal published. It continues the one before.',
  from: 'Continues',
  by: 'Continued in',
})
