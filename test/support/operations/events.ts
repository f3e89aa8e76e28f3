import type { ExamplesOf } from './example.ts'

export const events = {} as ExamplesOf<'events'>
