import { maximumWebhooksPerOrganization } from '@cairn/contract/schemas/webhooks'
import { longestPauseMilliseconds, slowAnswersUntilFailing } from '../background/deliveries/state.ts'
import type { StoredRecord } from '../storage/table/entities.ts'
import type { RecordKey } from '../storage/table/entity.ts'
import { longId } from '../storage/table/short-id.ts'
import { byPartition, type Check, type Report } from './finding.ts'

type Organization = {
  organizationKey: string
  webhooks: number
  count: (RecordKey & { count: number }) | undefined
}

type Deliveries = {
  webhook: string | undefined
  first: RecordKey | undefined
  /** Pending deliveries by number, and whether the queue has them. */
  pending: Map<number, RecordKey & { deliveryId: string; isQueued: boolean }>
  queued: (RecordKey & { sequence: number; deliveryId: string })[]
}

/**
 * Checks that the number of webhooks is right, that every delivery's webhook exists, that exactly the pending deliveries are in its
 * queue, and that no webhook rests without a reason or an end. Tests have no number: they are not retried.
 */
export function checkWebhooks(report: Report): Check {
  const known = new Set<string>()
  const named = new Map<string, RecordKey>()

  const organizations = byPartition<Organization>({
    begin: () => ({ organizationKey: '', webhooks: 0, count: undefined }),
    see: (partition, record) => {
      if (record.__edb_e__ === 'webhook') {
        partition.organizationKey = record.organizationKey
        known.add(`${record.organizationKey}/${record.webhookKey}`)
        if (record.state !== 'deleted') partition.webhooks++
      } else if (record.__edb_e__ === 'webhookCount') {
        const { pk, sk, count, organizationKey } = record
        Object.assign(partition, { organizationKey, count: { pk, sk, count } })
      }
    },
    end: ({ organizationKey, webhooks, count }) => {
      const stored = count?.count ?? 0
      if (stored !== webhooks && organizationKey !== '') {
        const organization = longId(organizationKey)
        const record = count ?? { pk: `h#${organizationKey}`, sk: 'n' }
        report(
          'broken',
          record,
          `organization ${organization} has ${webhooks} webhooks, but counts ${stored}`,
        )
      }
      if (webhooks > maximumWebhooksPerOrganization && count) {
        report('broken', count, `organization ${longId(organizationKey)} has too many webhooks: ${webhooks}`)
      }
    },
  })

  const deliveries = byPartition<Deliveries>({
    begin: () => ({ webhook: undefined, first: undefined, pending: new Map(), queued: [] }),
    see: (partition, record) => {
      if (record.__edb_e__ !== 'webhookDelivery' && record.__edb_e__ !== 'queuedDelivery') return
      const { pk, sk, organizationKey, webhookKey, deliveryId, sequence } = record
      partition.webhook = `${organizationKey}/${webhookKey}`
      partition.first ??= { pk, sk }
      if (record.__edb_e__ === 'queuedDelivery') {
        partition.queued.push({ pk, sk, deliveryId, sequence: record.sequence })
      } else if (record.state === 'pending') {
        partition.pending.set(sequence ?? 0, { pk, sk, deliveryId, isQueued: false })
      }
    },
    end: ({ webhook, first, pending, queued }) => {
      if (webhook === undefined || first === undefined) return
      named.set(webhook, first)
      for (const entry of queued) {
        const delivery = pending.get(entry.sequence)
        if (delivery?.deliveryId === entry.deliveryId) delivery.isQueued = true
        else report('broken', entry, `the queue of webhook ${webhook} has a delivery that is not pending`)
      }
      for (const delivery of pending.values()) {
        if (!delivery.isQueued) {
          report('broken', delivery, `a pending delivery of webhook ${webhook} is not in its queue`)
        }
      }
    },
  })

  return {
    see(record) {
      organizations.see(record)
      deliveries.see(record)
      if (record.__edb_e__ !== 'webhook') return
      for (const problem of restProblemsOf(record)) {
        report('broken', record, `webhook ${record.organizationKey}/${record.webhookKey} ${problem}`)
      }
    },
    end() {
      organizations.end()
      deliveries.end()
      for (const [webhook, key] of named) {
        if (!known.has(webhook))
          report('broken', key, `a delivery of webhook ${webhook}, which does not exist`)
      }
    },
  }
}

/** A rest begins with the end of the attempt whose beginning is stored. */
const attemptToleranceMilliseconds = 60_000

/** Returns what contradicts itself in a webhook that is failing, or that rests because its receiver is slow. */
function restProblemsOf(webhook: StoredRecord<'webhook'>): string[] {
  const { state, failingSince, notBefore, slowAnswers = 0, lastDeliveredAt = '', timer } = webhook
  const problems: string[] = []
  if (state === 'failing' && failingSince === undefined) problems.push('is failing, but has no failingSince')
  if (state === 'failing' && timer !== 'on') problems.push('is failing, and nothing wakes it')
  if (notBefore === undefined) return problems
  if (state === 'active') problems.push('rests, but is active')
  if (slowAnswers < slowAnswersUntilFailing) problems.push(`rests after ${slowAnswers} slow answers`)
  const latest = Date.parse(lastDeliveredAt) + longestPauseMilliseconds + attemptToleranceMilliseconds
  // Not a number, if nothing was delivered.
  if (!(notBefore <= latest)) {
    problems.push(
      `rests until ${new Date(notBefore).toISOString()}, but was last delivered to ${lastDeliveredAt || 'never'}`,
    )
  }
  return problems
}
