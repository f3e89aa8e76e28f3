import { createBackgroundRuntime } from '@cairn/lambda'
import { createDeliveriesHandler } from './handler.ts'

export const handler = createDeliveriesHandler(createBackgroundRuntime(process.env))
