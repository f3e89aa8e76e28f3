import { type ExamplesOf, nothing } from './example.ts'

export const events: ExamplesOf<'events'> = {
  getMe: { access: 'me', request: nothing },
  listEvents: { access: 'list-events', request: nothing },
  getBrief: { access: 'list-goals', request: nothing },
  listUsage: { access: 'list-goals', request: nothing },
}
