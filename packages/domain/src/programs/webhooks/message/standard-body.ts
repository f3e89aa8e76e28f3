import type { DeliveredEvent } from '../../../storage/table/entities/webhooks/webhook-delivery.ts'

/** The page of a goal in the web app; null for an event without a goal, or whose goal is gone. */
export function goalUrlOf(webOrigin: string, { type, goal }: DeliveredEvent): string | null {
  return goal === null || type === 'goal.deleted' ? null : `${webOrigin}/goals/${goal.id}`
}

/** The message of the format `standard`: the payload that Standard Webhooks recommends. */
export function standardBody(webOrigin: string, event: DeliveredEvent) {
  return {
    type: event.type,
    timestamp: event.createdAt,
    data: { ...event, goalUrl: goalUrlOf(webOrigin, event) },
  }
}
