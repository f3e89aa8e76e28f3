import { catalog } from '../../language/catalog.ts'

export const texts = catalog('goals/continuing', {
  continue: 'Continue in the next period',
  suggestCompleted: 'This goal is completed. It can go on in the next period, with what is left to do.',
  suggestOverdue:
    'The target date has passed. The goal can go on in the next period, with what is left to do.',
  from: 'Continues',
  by: 'Continued in',
})
