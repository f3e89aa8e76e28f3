import type { texts } from './texts.ts'

export const german = {
  justNow: 'gerade eben',
} satisfies typeof texts
