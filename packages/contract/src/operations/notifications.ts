import { defineOperation } from '../operation.ts'
import * as schemas from '../schemas/notifications.ts'

export const notificationsOperations = {
  getNotificationPreferences: defineOperation({
    id: 'getNotificationPreferences',
    method: 'GET',
    path: '/v1/notification-preferences',
    group: 'notifications',
    summary: 'Return which emails the user gets',
    credential: 'session',
    success: {
      status: 200,
      description: 'The preferences.',
      body: schemas.notificationPreferencesResponse,
    },
    errors: [],
  }),
  updateNotificationPreferences: defineOperation({
    id: 'updateNotificationPreferences',
    method: 'PATCH',
    path: '/v1/notification-preferences',
    group: 'notifications',
    summary: 'Change which emails the user gets, and the time zone of their days',
    credential: 'session',
    body: schemas.updateNotificationPreferencesRequest,
    success: {
      status: 200,
      description: 'The changed preferences.',
      body: schemas.notificationPreferencesResponse,
    },
    errors: [],
  }),
}
