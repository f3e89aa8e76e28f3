import type { ExamplesOf } from './example.ts'

export const webhooks = {} as ExamplesOf<'webhooks'>
