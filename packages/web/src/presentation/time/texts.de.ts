import type { texts } from './texts.ts'

export const german = {
  justNow: 'gerade eben',
  anyMoment: 'jeden Moment',
} satisfies typeof texts
