import { eventsOperations } from '@cairn/contract/operations/events'
import { getBrief } from '@cairn/domain/brief/get-brief'
import { getMe } from '@cairn/domain/brief/get-me'
import { listEvents } from '@cairn/domain/events/list-events'
import { createGroupHandler, type Runtime } from '@cairn/lambda'

export const createGroup = (runtime: Runtime) =>
  createGroupHandler(runtime, eventsOperations, {
    getMe,
    getBrief,
    listEvents,
  })
