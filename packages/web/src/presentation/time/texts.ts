import { catalog } from '../../language/catalog.ts'

export const texts = catalog('presentation/time', {
  /** Less than a minute ago, within a sentence. */
  justNow: 'just now',
  /** Of what was to happen by now, within a sentence. */
  anyMoment: 'any moment',
})
