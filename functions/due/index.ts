import { createBackgroundRuntime } from '@cairn/lambda'
import { createSweepHandler } from './handler.ts'

export const handler = createSweepHandler(createBackgroundRuntime(process.env))
