import { eventsOperations } from '@cairn/contract/operations/events'
import { getMe } from '@cairn/domain/brief/get-me'
import { listEvents } from '@cairn/domain/events/list-events'
import { createGroupHandler, type Runtime } from '@cairn/lambda'
import { notOffered } from '@cairn/lambda/pipeline/operation'

export const createGroup = (runtime: Runtime) =>
  createGroupHandler(runtime, eventsOperations, {
    getMe,
    getBrief: notOffered,
    listEvents,
  })
