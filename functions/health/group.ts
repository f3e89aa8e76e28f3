import { operationGroups } from '@cairn/contract/registry'
import { createPublicGroupHandler, type PublicRuntime } from '@cairn/lambda'

export const createGroup = (runtime: PublicRuntime) =>
  createPublicGroupHandler<'health'>(runtime, operationGroups.health, {
    getHealth: async () => ({ service: 'api', status: 'ok' }),
  })
