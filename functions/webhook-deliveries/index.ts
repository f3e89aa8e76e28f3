import { createBackgroundRuntime, withSecrets } from '@cairn/lambda'
import { createDeliveriesHandler } from './handler.ts'

export const handler = createDeliveriesHandler(createBackgroundRuntime(await withSecrets(process.env)))
