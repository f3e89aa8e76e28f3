import { type EventType, eventTypes } from '@cairn/contract/schemas/feed/events'
import type { WebhookDelivery } from '@cairn/contract/schemas/webhooks'
import { texts } from './texts.ts'

const { names } = texts.events

export const eventTypeName = (type: WebhookDelivery['type']) => names[type]

const groups: { name: string; pattern: RegExp }[] = [
  { name: texts.events.goals, pattern: /^(?:goal\.(?!claim)|report\.)/ },
  { name: texts.events.work, pattern: /^(?:goal\.claim|question\.|comment\.)/ },
  { name: texts.events.labels, pattern: /^label\./ },
  { name: texts.events.members, pattern: /^(?:member|invitation)\./ },
]

/** All types of events, as the form groups them. */
export const eventTypeGroups: { name: string; types: EventType[] }[] = groups.map(({ name, pattern }) => ({
  name,
  types: eventTypes.filter((type) => pattern.test(type)),
}))

/** texts.events.all, or how many types, or the name of the only one. */
export function describeTypes(types: readonly EventType[]): string {
  if (eventTypes.every((type) => types.includes(type))) return texts.events.all
  const [only] = types
  return types.length === 1 && only ? names[only] : texts.events.types(types.length)
}
