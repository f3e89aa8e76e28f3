import { auditEntry, credentialOf } from '@cairn/domain/organizations/audit/audit-entry'
import type { AccessTokenContent } from '@cairn/domain/programs/oauth/authenticate-oauth-token'
import { scopesIn } from '@cairn/domain/programs/oauth/consent'
import {
  activeGrant,
  beginningOfGrant,
  findActiveGrant,
  findUsableGrant,
  unusedGrantDays,
  useOfGrant,
} from '@cairn/domain/programs/oauth/grants'
import {
  clientDays,
  consumption,
  extensionOfClient,
  findOAuthRecord,
  type OAuthKind,
  oauthRecord,
  removalOfOAuthRecord,
} from '@cairn/domain/programs/oauth/oauth-store'
import { type Context, daysAfter, timestampOf, timeToLiveOf } from '@cairn/domain/requests/context'
import type { OAuthRecord } from '@cairn/domain/storage/table/entities/oauth/oauth-record'
import type { TransactionItem } from '@cairn/domain/storage/table/entity'
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider'
import { current, nothing } from './current-request.ts'

/** A program that asks twice at once, or has lost the response, gets another pair of tokens for so long. */
const repeatableSeconds = 30
const repeatable: readonly OAuthKind[] = ['RefreshToken', 'DeviceCode']

/** The adapter of a kind of record. */
export function records(kind: OAuthKind): Adapter {
  return {
    ...nothing,
    upsert: async (id, payload, expiresIn) => {
      const { context, writes } = current()
      const { jti: _, ...content } = payload
      const expiresAt =
        kind === 'Client'
          ? daysAfter(context.now, clientDays)
          : new Date(context.now.getTime() + (expiresIn ?? 0) * 1_000)
      const record = oauthRecord(kind, id, {
        content: kind === 'AccessToken' ? await accessTokenContent(payload) : content,
        grantId: payload.grantId,
        expiresAt,
      })
      writes.set(`${kind} ${id}`, record)
      const { grantId } = payload
      if (kind === 'AuthorizationCode' && grantId !== undefined) {
        writes.set('grant', beginningOfGrant(context, grantId))
      }
      if (kind === 'RefreshToken' && grantId !== undefined) {
        // The first one comes with the code: the program has not used the grant yet.
        if (payload.rotations) writes.set('grant', useOfGrant(context, grantId))
        else if (current().begins !== grantId) writes.set('grant', activeGrant(grantId))
        keepClient()
      }
    },
    find: async (id) => {
      const request = current()
      const { context } = request
      const record = await findOAuthRecord(context, kind, id)
      if (!record) return undefined
      if (kind === 'Client') {
        request.client = record
        return record.content
      }
      return stored(kind, id, record)
    },
    consume: async (id) => {
      const { context, writes, repeated } = current()
      if (repeated) {
        writes.set('audit', await repeatedRefresh(context, repeated))
        return
      }
      // A used code is kept, so that using it again ends what it gave.
      const expiresAt = daysAfter(context.now, unusedGrantDays)
      const kept = { expiresAt: timestampOf(expiresAt), ttl: timeToLiveOf(expiresAt) }
      const set = kind === 'AuthorizationCode' || kind === 'DeviceCode' ? kept : undefined
      writes.set(`${kind} ${id}`, consumption(context, kind, id, set))
    },
    destroy: async (id) => {
      const { writes } = current()
      writes.set(`${kind} ${id}`, removalOfOAuthRecord(kind, id))
    },
  }
}

/** A record as the library reads it. */
export function stored(kind: OAuthKind, id: string, record: OAuthRecord): AdapterPayload {
  const request = current()
  const { now } = request.context
  const left = Date.parse(record.expiresAt) - now.getTime()
  if (repeatable.includes(kind) && isRepeatable(record, now)) request.repeated = record
  const isConsumed = record.consumedAt !== undefined && kind !== 'Interaction' && request.repeated !== record
  return {
    ...record.content,
    kind,
    jti: id,
    // The library compares with the clock of the process, in whole seconds.
    exp: left > 0 ? Math.ceil((Date.now() + left) / 1_000) : 1,
    ...(record.grantId !== undefined && { grantId: record.grantId }),
    ...(isConsumed && { consumed: true }),
  }
}

function isRepeatable({ consumedAt }: OAuthRecord, now: Date): boolean {
  return consumedAt !== undefined && now.getTime() - Date.parse(consumedAt) <= repeatableSeconds * 1_000
}

async function repeatedRefresh(context: Context, { grantId = '' }: OAuthRecord): Promise<TransactionItem> {
  const grant = await findActiveGrant(context, grantId)
  if (!grant) throw new errors.InvalidGrant('the grant has ended')
  const { organizationId, userId, program } = grant
  const credential = credentialOf('refresh_token', context.userAgent)
  return auditEntry(
    context,
    { organizationId, userId, credential },
    {
      action: 'grant.refreshed_again',
      target: { kind: 'grant', id: grantId, name: program.name, userId },
    },
  )
}

/** Keeps the registration of the program longer than the grant that it has just used: at most one write a day. */
function keepClient(): void {
  const { context, writes, client } = current()
  if (!client) return
  const expiresAt = daysAfter(context.now, unusedGrantDays + clientDays)
  if (client.expiresAt > timestampOf(daysAfter(context.now, unusedGrantDays + clientDays - 1))) return
  const { client_id: clientId } = client.content
  writes.set('client', extensionOfClient(String(clientId), expiresAt))
}

/** The values that a request with the token needs, so that no other record but its grant is read. */
async function accessTokenContent({
  grantId = '',
  scope,
  aud,
}: AdapterPayload): Promise<AccessTokenContent & Record<string, unknown>> {
  const { context, begins } = current()
  const grant = await (begins === grantId ? findUsableGrant : findActiveGrant)(context, grantId)
  if (!grant) throw new errors.InvalidGrant('the grant has ended')
  const { userId, organizationId, joinId = null, program } = grant
  return {
    userId,
    organizationId,
    joinId,
    programName: program.name,
    scopes: scopesIn(scope),
    resource: [aud].flat()[0] ?? '',
    clientId: grant.clientId,
  }
}
