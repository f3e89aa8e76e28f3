import { catalog } from '../../../language/catalog.ts'

export const texts = catalog('goals/pictures/charts', {
  due: (date: string) => `Due ${date}`,
  dueLater: 'Today, due later',
  today: 'Today',
  points: (title: string) => `Reports in the chart: ${title}`,
  times: (title: string) => `Times in the chart: ${title}`,
  timeKeys: 'Arrow keys go from time to time.',
  keys: 'Arrow keys go from report to report, Enter shows it in the history.',
})
