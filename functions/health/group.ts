import { operationGroups } from '@cairn/contract/registry'
import { createGroupHandler, type Runtime } from '@cairn/http'

export const createGroup = (runtime: Runtime) =>
  createGroupHandler<'health'>(runtime, operationGroups.health, {
    getHealth: async () => ({ service: 'api', status: 'ok' }),
  })
