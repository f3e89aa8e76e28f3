import { eventsOperations } from '@cairn/contract/operations/events'
import { createGroupHandler, type Runtime } from '@cairn/lambda'
import { notOffered } from '@cairn/lambda/pipeline/operation'

export const createGroup = (runtime: Runtime) =>
  createGroupHandler(runtime, eventsOperations, {
    getMe: notOffered,
    getBrief: notOffered,
    listEvents: notOffered,
  })
