import * as z from 'zod'
import { eventRetentionDays } from '../events/event-rules.ts'
import { lazy } from '../registry/lazy.ts'
import { defineOperation } from '../registry/operation.ts'
import { nextCursor, pageQuery, problem } from '../schemas/common.ts'
import { brief, briefQuery, me } from '../schemas/feed/brief.ts'
import { event, followCursor } from '../schemas/feed/events.ts'
import { historyOrder } from '../schemas/goals/goal-history.ts'
import { usageQuery, usageResponse } from '../schemas/usage.ts'

/** How long one request may wait for events, in seconds. */
export const maximumEventsWait = 25
const waitRange = `Use a whole number from 0 to ${maximumEventsWait}.`

const eventsWait = lazy(() =>
  z
    .string()
    .regex(/^[0-9]{1,2}$/, waitRange)
    .transform(Number)
    .refine((seconds) => seconds <= maximumEventsWait, problem(waitRange, 'too_large', maximumEventsWait))
    .meta({
      description:
        'How many seconds to wait for an event if there is none yet. On AWS the service answers at once.',
      override: { type: 'integer', minimum: 0, maximum: maximumEventsWait, default: 0 },
    }),
)

const readScopes = ['goals:read', 'goals:read:all'] as const

export const eventsOperations = {
  getMe: defineOperation({
    id: 'getMe',
    method: 'GET',
    path: '/v1/me',
    group: 'events',
    summary: 'Return who the caller is, in which organization, and what the credential allows',
    credential: 'session_or_token',
    scopes: [
      'goals:read',
      'goals:write',
      'goals:read:all',
      'goals:write:all',
      'labels:read',
      'labels:write',
      'members:read',
      'comments:write',
      'inbox',
    ],
    success: { status: 200, description: 'The caller.', body: me },
    errors: [],
  }),
  getBrief: defineOperation({
    id: 'getBrief',
    method: 'GET',
    path: '/v1/brief',
    group: 'events',
    summary: 'Return what needs the caller, and what has changed',
    credential: 'session_or_token',
    scopes: readScopes,
    query: briefQuery,
    table: ['Query', 'gsi1', 'gsi2'],
    success: { status: 200, description: 'The brief.', body: brief },
    errors: ['invalid_cursor'],
  }),
  listEvents: defineOperation({
    id: 'listEvents',
    method: 'GET',
    path: '/v1/events',
    group: 'events',
    summary: 'List what happened in the organization, or follow what happens',
    credential: 'session_or_token',
    scopes: ['goals:read:all'],
    query: lazy(() =>
      z.strictObject({
        after: z
          .string()
          .max(1_000)
          .optional()
          .meta({
            description: `The \`cursor\` of the page before, or of a brief. Default: the oldest events, which are kept for ${eventRetentionDays} days. With \`order=desc\`, continues with older events.`,
          }),
        order: historyOrder(),
        limit: pageQuery().limit,
        wait: eventsWait().optional(),
      }),
    ),
    table: ['Query'],
    holdSeconds: maximumEventsWait,
    success: {
      status: 200,
      description: 'A page of events.',
      body: lazy(() =>
        z
          .strictObject({
            events: z.array(event()),
            nextCursor: nextCursor(),
            cursor: followCursor(),
            pollAfterSeconds: z.int().min(0).meta({
              description:
                'When to ask again. 0 if more events follow, or if the service waits for new ones itself (`wait`).',
            }),
          })
          .meta({
            id: 'ListEventsResponse',
            description:
              'To follow the feed, ask again with `after` set to `cursor`, also after the last page. No event is missed; one may be returned twice, with the same id. Events of members and invitations are for administrators only.',
          }),
      ),
    },
    errors: ['invalid_cursor'],
  }),
  listUsage: defineOperation({
    id: 'listUsage',
    method: 'GET',
    path: '/v1/usage',
    group: 'events',
    summary: 'Sum up what work has used, by goal or by who did it',
    credential: 'session_or_token',
    scopes: readScopes,
    query: usageQuery,
    table: ['Query', 'gsi2'],
    success: { status: 200, description: 'A page of sums.', body: usageResponse },
    errors: ['invalid_cursor'],
  }),
}
