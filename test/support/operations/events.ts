import { type ExamplesOf, nothing } from './example.ts'

export const events = {
  getMe: { access: 'me', request: nothing },
  getBrief: { access: 'list-goals', request: nothing },
} as Partial<ExamplesOf<'events'>> as ExamplesOf<'events'>
