import { catalog } from '../../language/catalog.ts'

export const texts = catalog('presentation/markdown', {
  view: (label: string) => `${label}: view`,
  write: 'Write',
  preview: 'Preview',
  hint: 'You can use Markdown.',
  empty: 'Nothing to preview yet.',
  tooComplex: 'Shown as plain text: it is too long or too complex to format.',
  image: 'Image',
  done: 'done',
  notDone: 'not done',
})
