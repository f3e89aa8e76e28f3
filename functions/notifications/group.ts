import { notificationsOperations } from '@cairn/contract/operations/notifications'
import { getNotificationPreferences } from '@cairn/domain/notifications/get-notification-preferences'
import { openUnsubscribePage } from '@cairn/domain/notifications/open-unsubscribe-page'
import { unsubscribe } from '@cairn/domain/notifications/unsubscribe'
import { updateNotificationPreferences } from '@cairn/domain/notifications/update-notification-preferences'
import { createGroupHandler, type Runtime } from '@cairn/lambda'

export const createGroup = (runtime: Runtime) =>
  createGroupHandler(runtime, notificationsOperations, {
    getNotificationPreferences,
    updateNotificationPreferences,
    openUnsubscribePage,
    unsubscribe,
  })
