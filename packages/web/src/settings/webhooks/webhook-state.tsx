import type { Webhook, WebhookDelivery } from '@cairn/contract/schemas/webhooks'
import { CircleCheck, CirclePause, CircleX, Clock, type LucideIcon, TriangleAlert } from 'lucide-react'
import { Badge } from '../../ui/badge.tsx'
import { texts } from './texts.ts'

type Look = { name: string; icon: LucideIcon; look: string }

const good = 'bg-good-soft text-good'
const warn = 'bg-warn-soft text-warn'

const states: Record<Webhook['state'], Look> = {
  active: { name: texts.states.active, icon: CircleCheck, look: good },
  failing: { name: texts.states.failing, icon: TriangleAlert, look: warn },
  paused: { name: texts.states.paused, icon: CirclePause, look: 'bg-sunken text-ink-soft' },
}

export function WebhookState({ state, failingReason }: Pick<Webhook, 'state' | 'failingReason'>) {
  const isSlow = state === 'failing' && failingReason === 'slow'
  const { name, ...badge } = isSlow ? { ...states.failing, name: texts.states.slow } : states[state]
  return <Badge {...badge}>{name}</Badge>
}

const deliveryStates: Record<WebhookDelivery['state'], Look> = {
  delivered: { name: texts.states.delivered, icon: CircleCheck, look: good },
  pending: { name: texts.states.pending, icon: Clock, look: warn },
  failed: { name: texts.states.failed, icon: CircleX, look: 'bg-bad-soft text-bad' },
}

export function DeliveryState({ state }: Pick<WebhookDelivery, 'state'>) {
  const { name, ...badge } = deliveryStates[state]
  return <Badge {...badge}>{name}</Badge>
}
