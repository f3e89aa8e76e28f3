import { randomUUID } from 'node:crypto'
import { ServiceError } from '@cairn/contract/errors/errors'
import type { InputOf, OutputOf } from '@cairn/contract/registry/registry'
import { maximumWebhooksPerOrganization } from '@cairn/contract/schemas/webhooks'
import { nextPollAfter } from '../../background/deliveries/state.ts'
import type { FeedPosition } from '../../events/feed/position.ts'
import { readFeedEnd } from '../../events/feed/read-feed.ts'
import {
  administratorCheck,
  explainLostAuthority,
  organizationCheck,
} from '../../organizations/context/membership-check.ts'
import { requireAdministrator, type SessionAccess } from '../../requests/access.ts'
import { timestampOf } from '../../requests/context.ts'
import type { Implementation } from '../../requests/operation.ts'
import type { RequestContext } from '../../requests/request-context.ts'
import { lostRace, retryOnLostRace } from '../../storage/database/retry.ts'
import { transact } from '../../storage/database/transaction.ts'
import { type Creation, createOnce, sessionCreatorOf } from '../../storage/idempotency/create-once.ts'
import { type WebhookRecord, webhookEntity } from '../../storage/table/entities/webhooks/webhook.ts'
import { webhookCountEntity } from '../../storage/table/entities/webhooks/webhook-count.ts'
import { webhookAuditEntry } from './record/webhook-audit-entry.ts'
import { newWebhookSecret, webhookKeyOf, webhookTimer } from './record/webhook-record.ts'
import { requireWebhookTarget } from './target/webhook-target.ts'
import { toWebhookResponse } from './to-webhook-response.ts'

/** Creates a webhook, which receives what happens from now on. The secret is never returned again. */
export const createWebhook: Implementation<'createWebhook', RequestContext> = async (
  context,
  access,
  { body },
) => {
  const authority = requireAdministrator(access)
  // An operation that fails before it awaits the authority must not leave an unhandled rejection.
  authority.catch(() => undefined)
  const request = {
    operation: 'createWebhook',
    caller: sessionCreatorOf(access, access.organizationId),
    body,
    authority,
  }
  return createOnce(context, request, (creation) => createNew(context, access, body, creation))
}

/** Returns the end of the feed, after everything that has happened so far. */
async function readEnd({ database, changes }: RequestContext, organizationId: string): Promise<FeedPosition> {
  await changes?.settled(organizationId)
  return readFeedEnd(database, organizationId)
}

async function createNew(
  context: RequestContext,
  access: SessionAccess,
  { url, types, format, description }: InputOf<'createWebhook'>['body'],
  creation: Creation,
): Promise<OutputOf<'createWebhook'>> {
  const { database, now, settings } = context
  const { organizationId } = access
  const webhookId = randomUUID()
  const key = webhookKeyOf({ organizationId, webhookId })
  const secret = newWebhookSecret()
  return retryOnLostRace(database, async () => {
    const [administrator, position] = await Promise.all([
      requireAdministrator(access),
      readEnd(context, organizationId),
      creation.requireUnused(),
    ])
    requireWebhookTarget(url, settings.webhookTargets)
    const webhook: WebhookRecord = {
      ...key,
      version: 1,
      state: 'active',
      url,
      description: description ?? undefined,
      types,
      format,
      secret,
      failures: 0,
      position,
      sequence: 0,
      recoveries: 0,
      createdAt: timestampOf(now),
      createdByUserId: access.user.id,
      updatedAt: timestampOf(now),
      ...webhookTimer(key, nextPollAfter(now)),
    }
    const failed = await transact(database, {
      authority: administratorCheck(administrator),
      organization: organizationCheck(organizationId),
      webhook: { Put: webhookEntity.create(webhook) },
      count: {
        Update: webhookCountEntity
          .update({ organizationKey: key.organizationKey })
          .add({ count: 1 })
          .where(
            ({ count }, { notExists, lte }) =>
              `${notExists(count)} OR ${lte(count, maximumWebhooksPerOrganization - 1)}`,
          ),
      },
      created: creation.use(webhookId),
      audit: webhookAuditEntry(context, access, 'webhook.created', webhook),
    })
    if (failed.length === 0) return { webhook: toWebhookResponse(webhook, now), secret }
    if (failed.includes('authority') || failed.includes('organization'))
      return explainLostAuthority(database, administrator)
    // First, because the request that used the key may have created the last webhook.
    if (failed.includes('created')) return lostRace
    throw new ServiceError(
      'too_many_webhooks',
      `An organization has at most ${maximumWebhooksPerOrganization} webhooks.`,
    )
  })
}
