import { type EventType, eventTypes } from '@cairn/contract/schemas/feed/events'
import type { WebhookDelivery } from '@cairn/contract/schemas/webhooks'

const names: Record<WebhookDelivery['type'], string> = {
  'goal.published': 'Goal published',
  'goal.reported': 'Report on a goal',
  'goal.edited': 'Goal edited',
  'goal.deleted': 'Goal deleted',
  'report.acknowledged': 'Report acknowledged',
  'label.created': 'Label created',
  'label.updated': 'Label changed',
  'label.deleted': 'Label deleted',
  'member.joined': 'Member joined',
  'member.left': 'Member left',
  'member.removed': 'Member removed',
  'member.role_changed': 'Role changed',
  'invitation.created': 'Invitation sent',
  'invitation.accepted': 'Invitation accepted',
  'invitation.revoked': 'Invitation revoked',
  'webhook.test': 'Test',
}

export const eventTypeName = (type: WebhookDelivery['type']) => names[type]

const groups: { name: string; pattern: RegExp }[] = [
  { name: 'Goals and reports', pattern: /^(?:goal|report)\./ },
  { name: 'Labels', pattern: /^label\./ },
  { name: 'Members and invitations', pattern: /^(?:member|invitation)\./ },
]

/** All types of events, as the form groups them. */
export const eventTypeGroups: { name: string; types: EventType[] }[] = groups.map(({ name, pattern }) => ({
  name,
  types: eventTypes.filter((type) => pattern.test(type)),
}))

/** `All events`, or how many types, or the name of the only one. */
export function describeTypes(types: readonly EventType[]): string {
  if (eventTypes.every((type) => types.includes(type))) return 'All events'
  const [only] = types
  return types.length === 1 && only ? names[only] : `${types.length} types of events`
}
