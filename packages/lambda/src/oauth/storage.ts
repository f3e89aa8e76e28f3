/**
 * How the authorization server's library keeps what it issues: in our table, under hashes of the ids, which are secrets. Grants are
 * records of ours, which the library reads. It has no sessions: whoever decides has a session of the service.
 *
 * The library writes in several steps. All writes of a request are gathered and committed in one transaction before its response
 * leaves. So a code or a refresh token is used up exactly if the tokens for it are stored, and a request that failed can be sent again.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { endingClaims, heldWith } from '@cairn/domain/goals/work/claims/end-claims'
import { auditEntry, credentialOf } from '@cairn/domain/organizations/audit/audit-entry'
import type { AccessTokenContent } from '@cairn/domain/programs/oauth/authenticate-oauth-token'
import { scopesIn } from '@cairn/domain/programs/oauth/consent'
import {
  activeGrant,
  beginningOfGrant,
  endOfGrant,
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
  registrationAfterGrant,
  removalOfOAuthRecord,
} from '@cairn/domain/programs/oauth/oauth-store'
import { callerOfSession } from '@cairn/domain/requests/access'
import { type Context, daysAfter, timestampOf, timeToLiveOf } from '@cairn/domain/requests/context'
import type { OAuthGrantRecord } from '@cairn/domain/storage/table/entities/oauth/oauth-grant'
import type { OAuthRecord } from '@cairn/domain/storage/table/entities/oauth/oauth-record'
import type { TransactionItem } from '@cairn/domain/storage/table/entity'
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider'

/** The request that the library works on. */
export type CurrentRequest = {
  /** Its database has the request's deadline. */
  context: Context
  /** By a name of what each is about, so that a later one of the same record replaces an earlier one. */
  writes: Map<string, TransactionItem>
  /** The registered program that sends the request. */
  client?: OAuthRecord
  /** A refresh token that was used a moment ago, and may be used again. */
  repeated?: OAuthRecord
  failure?: unknown
}

export const currentRequest = new AsyncLocalStorage<CurrentRequest>()

export function current(): CurrentRequest {
  const request = currentRequest.getStore()
  if (!request) throw new Error('The authorization server works only within a request.')
  return request
}

const kept: readonly string[] = [
  'AccessToken',
  'AuthorizationCode',
  'Client',
  'Interaction',
  'RefreshToken',
] satisfies OAuthKind[]

/** A program that refreshes twice at once, or has lost the response, gets another pair of tokens for so long. */
const repeatedRefreshSeconds = 30

export function createStorage(name: string): Adapter {
  if (name === 'Grant') return grants
  return kept.includes(name) ? records(name as OAuthKind) : nothing
}

function records(kind: OAuthKind): Adapter {
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
        writes.set('grant', payload.rotations ? useOfGrant(context, grantId) : activeGrant(grantId))
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
      const left = Date.parse(record.expiresAt) - context.now.getTime()
      if (kind === 'RefreshToken' && isRepeatable(record, context.now)) request.repeated = record
      const isConsumed =
        record.consumedAt !== undefined && kind !== 'Interaction' && request.repeated !== record
      return {
        ...record.content,
        kind,
        jti: id,
        // The library compares with the clock of the process.
        exp: Math.ceil((Date.now() + left) / 1_000),
        ...(record.grantId !== undefined && { grantId: record.grantId }),
        ...(isConsumed && { consumed: true }),
      }
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
      const set = kind === 'AuthorizationCode' ? kept : undefined
      writes.set(`${kind} ${id}`, consumption(context, kind, id, set))
    },
    destroy: async (id) => {
      const { writes } = current()
      writes.set(`${kind} ${id}`, removalOfOAuthRecord(kind, id))
    },
  }
}

function isRepeatable({ consumedAt }: OAuthRecord, now: Date): boolean {
  return consumedAt !== undefined && now.getTime() - Date.parse(consumedAt) <= repeatedRefreshSeconds * 1_000
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
  const grant = await findActiveGrant(current().context, grantId)
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

const nothing: Adapter = {
  upsert: async () => undefined,
  find: async () => undefined,
  findByUserCode: async () => undefined,
  findByUid: async () => undefined,
  consume: async () => undefined,
  destroy: async () => undefined,
  // A grant that has ended ends its codes and tokens: each use reads it.
  revokeByGrantId: async () => undefined,
}

const grants: Adapter = {
  ...nothing,
  find: async (grantId) => {
    const { context } = current()
    const grant = await findUsableGrant(context, grantId)
    return grant && payloadOf(grant, context.now)
  },
  destroy: async (grantId) => {
    const { context, writes, client } = current()
    writes.set('grant', endOfGrant(context, { grantId }))
    const grant = await findUsableGrant(context, grantId)
    for (const [name, item] of Object.entries(grant ? await claimsOfGrant(context, grant) : {})) {
      writes.set(name, item)
    }
    const { client_id: clientId } = client?.content ?? {}
    const registration = client && registrationAfterGrant(context, { clientId: String(clientId) })
    if (registration) writes.set('client', registration)
  },
}

/** The writes that end the work of a program on goals, with its grant. */
function claimsOfGrant(
  { database, now }: Pick<Context, 'database' | 'now'>,
  { grantId, organizationId, userId }: OAuthGrantRecord,
) {
  return endingClaims(database, {
    organizationId,
    isHeld: heldWith('oauth', grantId),
    by: callerOfSession(userId, organizationId),
    now,
  })
}

function payloadOf(grant: OAuthGrantRecord, now: Date): AdapterPayload {
  const left = Date.parse(grant.expiresAt) - now.getTime()
  const granted = grant.scopes.join(' ')
  const refused = grant.refusedScopes.join(' ')
  return {
    kind: 'Grant',
    jti: grant.grantId,
    iat: Math.floor(Date.now() / 1_000),
    exp: Math.ceil((Date.now() + left) / 1_000),
    accountId: grant.userId,
    clientId: grant.clientId,
    openid: { scope: granted },
    resources: { [grant.resource]: granted },
    ...(refused !== '' && {
      rejected: { openid: { scope: refused }, resources: { [grant.resource]: refused } },
    }),
  } as AdapterPayload
}
