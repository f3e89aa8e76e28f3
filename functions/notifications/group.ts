import { notificationsOperations } from '@cairn/contract/operations/notifications'
import { getNotificationPreferences } from '@cairn/domain/accounts/notifications/preferences/get-notification-preferences'
import { updateNotificationPreferences } from '@cairn/domain/accounts/notifications/preferences/update-notification-preferences'
import { openUnsubscribePage } from '@cairn/domain/accounts/notifications/unsubscribe/open-unsubscribe-page'
import { unsubscribe } from '@cairn/domain/accounts/notifications/unsubscribe/unsubscribe'
import { createGroupHandler, type Runtime } from '@cairn/lambda'

export const createGroup = (runtime: Runtime) =>
  createGroupHandler(runtime, notificationsOperations, {
    getNotificationPreferences,
    updateNotificationPreferences,
    openUnsubscribePage,
    unsubscribe,
  })
