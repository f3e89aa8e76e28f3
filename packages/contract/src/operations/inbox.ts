import * as z from 'zod'
import { lazy } from '../registry/lazy.ts'
import { defineOperation } from '../registry/operation.ts'
import { nextCursor, pageQuery, uuid } from '../schemas/common.ts'
import * as schemas from '../schemas/people/inbox.ts'

const scopes = ['inbox'] as const

export const inboxOperations = {
  listInbox: defineOperation({
    id: 'listInbox',
    method: 'GET',
    path: '/v1/inbox',
    group: 'inbox',
    summary: 'List what happened that concerns the caller, newest first',
    credential: 'session_or_token',
    scopes,
    query: lazy(() =>
      z.strictObject({
        state: z.enum(['unread', 'all']).optional().meta({ description: 'Default: `all`.' }),
        ...pageQuery(),
      }),
    ),
    table: ['Query'],
    success: {
      status: 200,
      description: 'A page of the inbox.',
      body: lazy(() =>
        z
          .strictObject({
            items: z.array(schemas.inboxItem()),
            unread: schemas.unreadCount(),
            nextCursor: nextCursor(),
          })
          .meta({ id: 'ListInboxResponse' }),
      ),
    },
    errors: [],
  }),
  updateInboxItem: defineOperation({
    id: 'updateInboxItem',
    method: 'PUT',
    path: '/v1/inbox/{itemId}',
    group: 'inbox',
    summary: 'Mark an item as read or unread',
    credential: 'session_or_token',
    scopes,
    params: lazy(() => z.strictObject({ itemId: uuid() })),
    malformedParams: 'inbox_item_not_found',
    body: schemas.updateInboxItemRequest,
    table: ['Query'],
    success: {
      status: 200,
      description: 'The item.',
      body: lazy(() =>
        z
          .strictObject({ item: schemas.inboxItem(), unread: schemas.unreadCount() })
          .meta({ id: 'InboxItemResponse' }),
      ),
    },
    errors: ['inbox_item_not_found'],
  }),
  updateInbox: defineOperation({
    id: 'updateInbox',
    method: 'PUT',
    path: '/v1/inbox',
    group: 'inbox',
    summary: 'Mark an item and all older ones as read',
    credential: 'session_or_token',
    scopes,
    body: schemas.updateInboxRequest,
    table: ['Query'],
    success: {
      status: 200,
      description: 'The number of items that remain unread.',
      body: lazy(() => z.strictObject({ unread: schemas.unreadCount() }).meta({ id: 'UpdateInboxResponse' })),
    },
    errors: ['inbox_item_not_found'],
  }),
}
