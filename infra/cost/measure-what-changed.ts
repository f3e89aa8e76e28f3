import { randomUUID } from 'node:crypto'
import type { Client } from '@cairn/contract/http/client'
import type { OperationId } from '@cairn/contract/registry/registry'
import type { EventOf } from '@cairn/contract/schemas/feed/events'
import { readPerson } from '@cairn/domain/accounts/notifications/person'
import { unsubscribeTokenOf } from '@cairn/domain/accounts/notifications/unsubscribe/unsubscribe-token'
import { appendEvents } from '@cairn/domain/events/feed/append-events'
import type { Database } from '@cairn/domain/storage/database/client'

/** `poll` asks for news where there are none. */
export type Measurement = OperationId | 'poll'
export type Measure = <T>(what: Measurement, call: () => Promise<T>) => Promise<T>

/** A page of the feed. */
const pageSize = 25

export type Reported = { organizationId: string; userId: string; goal: { id: string; title: string } }

/** Measures what tells people and programs what needs them and what has changed: a feed of 60 reports and one webhook. */
export async function measureWhatChanged(
  measure: Measure,
  client: Client,
  database: Database,
  reported: Reported,
): Promise<void> {
  // One by one, as the reports of an organization usually come: each takes a page of the feed.
  for (let count = 0; count < 60; count++) {
    await appendEvents(database, reported.organizationId, [reportEvent(reported)])
  }
  await measure('getMe', () => client.getMe())
  await measure('getBrief', () => client.getBrief())
  const newest = { order: 'desc', limit: pageSize } as const
  const { cursor } = await measure('listEvents', () => client.listEvents({ query: newest }))
  await measure('poll', () => client.listEvents({ query: { after: cursor } }))

  await measure('getNotificationPreferences', () => client.getNotificationPreferences())
  await measure('updateNotificationPreferences', () =>
    client.updateNotificationPreferences({ body: { timeZone: 'Europe/Berlin' } }),
  )
  const person = await readPerson(database, reported.userId)
  if (!person) throw new Error('the user has no record')
  const query = { token: unsubscribeTokenOf(person, 'reminders') }
  await measure('openUnsubscribePage', () => client.openUnsubscribePage({ query }))
  await measure('unsubscribe', () => client.unsubscribe({ query }))

  const view = { name: 'Late and mine', query: 'owner=me&attention=report_late' }
  const { goalView } = await measure('createGoalView', () => client.createGoalView({ body: view }))
  for (let count = 0; count < 9; count++) await client.createGoalView({ body: view })
  await measure('listGoalViews', () => client.listGoalViews())
  const viewParams = { goalViewId: goalView.id }
  await measure('updateGoalView', () =>
    client.updateGoalView({ params: viewParams, body: { isShared: true } }),
  )
  await measure('deleteGoalView', () => client.deleteGoalView({ params: viewParams }))

  // The name has no address, so attempts fail at once. A delivered one costs the same units.
  const url = 'https://receiver.invalid/hooks'
  const created = await measure('createWebhook', () => client.createWebhook({ body: { url } }))
  const params = { webhookId: created.webhook.id }
  await measure('listWebhooks', () => client.listWebhooks())
  await measure('getWebhook', () => client.getWebhook({ params }))
  await measure('rotateWebhookSecret', () => client.rotateWebhookSecret({ params }))
  const { delivery } = await measure('testWebhook', () => client.testWebhook({ params }))
  await measure('listWebhookDeliveries', () => client.listWebhookDeliveries({ params }))
  await measure('retryWebhookDelivery', () =>
    client.retryWebhookDelivery({ params: { ...params, deliveryId: delivery.id } }),
  )
  await measure('updateWebhook', () => client.updateWebhook({ params, body: { description: 'Chat' } }))
  await measure('deleteWebhook', () => client.deleteWebhook({ params }))
}

/** The event of a report. Each has another id. */
export function reportEvent({ userId, goal }: Reported): EventOf<'goal.reported'> {
  const state = { status: 'active', health: 'on_track' } as const
  return {
    id: randomUUID(),
    type: 'goal.reported',
    createdAt: new Date().toISOString(),
    actor: { kind: 'user', id: userId, runId: null },
    authorityUserId: userId,
    goal,
    data: { revision: 2, version: 2, summary: 'On the way', ...state, previous: state },
  }
}
