import type { ExamplesOf } from './example.ts'

export const notifications = {} as ExamplesOf<'notifications'>
