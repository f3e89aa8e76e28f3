import { healthOperations } from '@cairn/contract/operations/health'
import { getHealth } from '@cairn/domain/health/get-health'
import { createPublicGroupHandler, type PublicRuntime } from '@cairn/lambda'

export const createGroup = (runtime: PublicRuntime) =>
  createPublicGroupHandler(runtime, healthOperations, { getHealth })
