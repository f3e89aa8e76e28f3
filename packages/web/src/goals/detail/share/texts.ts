import { catalog } from '../../../language/catalog.ts'

export const texts = catalog('goals/detail/share', {
  share: 'Share',
  copyLink: 'Copy link',
  copyMarkdown: 'Copy as Markdown',
  print: 'Print',
  linkCopied: 'Link copied.',
  markdownCopied: 'Copied as Markdown.',
  failed: 'The browser did not allow copying.',
  status: 'Status',
  health: 'Health',
  owner: 'Owner',
  timeframe: 'Timeframe',
  labels: 'Labels',
  progress: 'Progress',
  latestReport: 'Latest report',
  criteria: 'Success criteria',
  measures: 'Measures',
  description: 'Description',
  title: 'Goal',
  due: 'Due',
  lastReport: 'Last report',
})
