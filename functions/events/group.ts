import { eventsOperations } from '@cairn/contract/operations/events'
import { listEvents } from '@cairn/domain/events/list-events'
import { getBrief } from '@cairn/domain/goals/brief/get-brief'
import { getMe } from '@cairn/domain/goals/brief/get-me'
import { listUsage } from '@cairn/domain/goals/work/usage/list-usage'
import { createGroupHandler, type Runtime } from '@cairn/lambda'

export const createGroup = (runtime: Runtime) =>
  createGroupHandler(runtime, eventsOperations, {
    getMe,
    getBrief,
    listEvents,
    listUsage,
  })
