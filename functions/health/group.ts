import { healthOperations } from '@cairn/contract/operations/health'
import { createPublicGroupHandler, type PublicRuntime } from '@cairn/http'

export const createGroup = (runtime: PublicRuntime) =>
  createPublicGroupHandler<'health'>(runtime, healthOperations, {
    getHealth: async () => ({ service: 'api', status: 'ok' }),
  })
