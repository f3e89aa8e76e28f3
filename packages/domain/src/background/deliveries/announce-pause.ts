import { readAdministrators } from '../../organizations/members/administrators.ts'
import {
  type PausedWebhook,
  webhookPausedMessage,
} from '../../programs/webhooks/message/webhook-paused-message.ts'
import { readRecord, readRecords } from '../../storage/database/read-record.ts'
import { membershipEntity } from '../../storage/table/entities/organizations/membership.ts'
import { organizationEntity } from '../../storage/table/entities/organizations/organization.ts'
import { userEntity } from '../../storage/table/entities/people/user.ts'
import { type LeasedWebhook, writeLeased } from './lease.ts'
import type { DeliveryServices } from './services.ts'
import { failingReasonOf } from './state.ts'

/**
 * Tells the administrators that a webhook was paused, if they have yet to be told. If no email could be handed over, the worker
 * tries again later, for a day. If some could, the others are not sent again: everybody would get another one.
 *
 * @returns false: nothing more is done for a paused webhook.
 */
export async function announcePause(services: DeliveryServices, worker: LeasedWebhook): Promise<false> {
  const { announceUntil } = worker.webhook
  if (announceUntil === undefined) return false
  const isTold = announceUntil <= services.clock().getTime() || (await tellAdministrators(services, worker))
  if (isTold) await writeLeased(services, worker, () => ({ changes: { announceUntil: undefined } }))
  return false
}

/** Returns whether anybody was told, or nobody has to be. */
async function tellAdministrators(services: DeliveryServices, worker: LeasedWebhook): Promise<boolean> {
  const { database, email, webOrigin, signal } = services
  const { organizationId, webhook } = worker
  if (!email.enabled) return true
  const listed = await readAdministrators(database, organizationId)
  const [organization, members] = await Promise.all([
    readRecord(database, organizationEntity, { organizationId }),
    // The index may be behind, and an email must not go to a former administrator.
    readRecords(
      database,
      membershipEntity,
      listed.map(({ userKey }) => ({ userKey, organizationId })),
    ),
  ])
  const administrators = members.filter(({ role }) => role !== 'member')
  const users = await readRecords(
    database,
    userEntity,
    administrators.map(({ userKey }) => ({ userKey })),
  )
  const languages = new Map(users.map(({ userKey, language }) => [userKey, language]))
  const paused: PausedWebhook = {
    url: webhook.url,
    description: webhook.description,
    organizationName: organization?.name,
    reason: webhook.pausedReason === 'gone' ? 'gone' : (failingReasonOf(webhook) ?? 'errors'),
  }
  const page = `${webOrigin}/settings/webhooks`
  const results = await Promise.allSettled(
    administrators.map(({ email: to, userKey }) => {
      const recipient = { email: to, language: languages.get(userKey) }
      return email.deliver(webhookPausedMessage(recipient, paused, page), signal)
    }),
  )
  return administrators.length === 0 || results.some(({ status }) => status === 'fulfilled')
}
