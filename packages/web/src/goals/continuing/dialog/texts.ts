import { catalog } from '../../../language/catalog.ts'

/** Apart from those of the page, which loads without the dialog. */
export const texts = catalog('goals/continuing/dialog', {
  heading: 'Continue in the next period',
  intro:
    'This publishes a new goal with the same description, criteria, labels and owner. Measures short of their target go on from their last value. This goal stays as it is.',
  title: 'Title',
  date: 'Target date',
  continuous: 'No target date',
  publish: 'Publish goal',
  publishing: 'Publishing',
  published: 'Goal published. It continues the one before.',
})
