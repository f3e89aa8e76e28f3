import * as z from 'zod'
import { lazy } from '../registry/lazy.ts'
import { defineOperation } from '../registry/operation.ts'
import * as schemas from '../schemas/people/notifications.ts'

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
  openUnsubscribePage: defineOperation({
    id: 'openUnsubscribePage',
    method: 'GET',
    path: '/v1/notification-preferences/unsubscribe',
    group: 'notifications',
    summary: 'Redirect from the link in an email to the page that asks before it unsubscribes',
    credential: 'none',
    // For people, who cannot use a JSON error.
    query: lazy(() => z.object({ token: schemas.unsubscribeToken().catch('') })),
    success: {
      status: 302,
      description: 'Redirects to the web app, and changes nothing: mail scanners follow links too.',
    },
    errors: [],
  }),
  unsubscribe: defineOperation({
    id: 'unsubscribe',
    method: 'POST',
    path: '/v1/notification-preferences/unsubscribe',
    group: 'notifications',
    summary: 'End one kind of email to one user with the token of an email (RFC 8058)',
    credential: 'none',
    fromAnyOrigin: true,
    ignoresBody: true,
    query: lazy(() => z.strictObject({ token: schemas.unsubscribeToken() })),
    success: {
      status: 200,
      description:
        'The emails are turned off; repeated requests get the same response. A body is ignored: email programs send `List-Unsubscribe=One-Click` as a form.',
      body: schemas.unsubscribeResponse,
    },
    errors: ['invalid_or_expired_token'],
  }),
}
