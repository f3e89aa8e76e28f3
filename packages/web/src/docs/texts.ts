import { catalog } from '../language/catalog.ts'

/** The frame only: the reference itself is English. */
export const texts = catalog('docs', {
  skip: 'Skip to content',
  title: 'API reference',
  open: 'Open Cairn',
  /** For readers of other languages. */
  onlyEnglish: '',
})
