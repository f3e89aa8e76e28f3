import { catalog } from '../../language/catalog.ts'

export const texts = catalog('goals/match', {
  places: {
    title: 'Title',
    label: 'Label',
    criterion: 'Criterion',
    description: 'Description',
    report: 'Report',
    comment: 'Comment',
  },
})
