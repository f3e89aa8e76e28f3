import { type ExamplesOf, nothing } from './example.ts'

export const health: ExamplesOf<'health'> = { getHealth: { access: 'public', request: nothing } }
