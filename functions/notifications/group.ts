import { notificationsOperations } from '@cairn/contract/operations/notifications'
import { createGroupHandler, type Runtime } from '@cairn/lambda'
import { notOffered } from '@cairn/lambda/pipeline/operation'

export const createGroup = (runtime: Runtime) =>
  createGroupHandler(runtime, notificationsOperations, {
    getNotificationPreferences: notOffered,
    updateNotificationPreferences: notOffered,
  })
