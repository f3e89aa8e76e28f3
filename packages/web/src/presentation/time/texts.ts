import { catalog } from '../../language/catalog.ts'

export const texts = catalog('presentation/time', {
  /** Less than a minute ago, within a sentence. */
  justNow: 'just now',
  /** A time that has passed, within a sentence. */
  anyMoment: 'any moment',
})
