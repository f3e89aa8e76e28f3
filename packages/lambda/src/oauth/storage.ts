/**
 * How the authorization server's library keeps what it issues: in our table, under hashes of the ids, which are secrets. Grants are
 * records of ours, which the library reads. It has no sessions: whoever decides has a session of the service.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Context } from '@cairn/domain/context'
import { transact } from '@cairn/domain/database/transaction'
import type { AccessTokenContent } from '@cairn/domain/oauth/authenticate-oauth-token'
import { scopesIn } from '@cairn/domain/oauth/consent'
import { endOfGrant, findActiveGrant } from '@cairn/domain/oauth/grants'
import {
  consumption,
  findOAuthRecord,
  type OAuthKind,
  oauthRecord,
  removeOAuthRecord,
} from '@cairn/domain/oauth/oauth-store'
import type { OAuthGrantRecord } from '@cairn/domain/table/entities/oauth/oauth-grant'
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider'

/** The request that the library works on: its database has the request's deadline. */
export const currentRequest = new AsyncLocalStorage<{ context: Context; failure?: unknown }>()

function currentContext(): Context {
  const request = currentRequest.getStore()
  if (!request) throw new Error('The authorization server works only within a request.')
  return request.context
}

const kept: readonly string[] = [
  'AccessToken',
  'AuthorizationCode',
  'Client',
  'Interaction',
  'RefreshToken',
] satisfies OAuthKind[]

/** A registered program that nobody has allowed anything for so long is forgotten. */
const clientDays = 180
const secondsPerDay = 24 * 60 * 60

export function createStorage(name: string): Adapter {
  if (name === 'Grant') return grants
  return kept.includes(name) ? records(name as OAuthKind) : nothing
}

function records(kind: OAuthKind): Adapter {
  return {
    ...nothing,
    upsert: async (id, payload, expiresIn) => {
      const context = currentContext()
      const seconds = kind === 'Client' ? clientDays * secondsPerDay : (expiresIn ?? 0)
      const expiresAt = new Date(context.now.getTime() + seconds * 1_000)
      const { jti: _, ...content } = payload
      await transact(context.database, {
        record: oauthRecord(context.database, kind, id, {
          content: kind === 'AccessToken' ? await accessTokenContent(payload) : content,
          grantId: payload.grantId,
          expiresAt,
        }),
      })
    },
    find: async (id) => {
      const context = currentContext()
      const record = await findOAuthRecord(context, kind, id)
      if (!record) return undefined
      if (kind === 'Client') return record.content
      const left = Date.parse(record.expiresAt) - context.now.getTime()
      return {
        ...record.content,
        kind,
        jti: id,
        // The library compares with the clock of the process.
        exp: Math.ceil((Date.now() + left) / 1_000),
        ...(record.grantId !== undefined && { grantId: record.grantId }),
        ...(record.consumedAt !== undefined && kind !== 'Interaction' && { consumed: true }),
      }
    },
    consume: async (id) => {
      const context = currentContext()
      const failed = await transact(context.database, { record: consumption(context, kind, id) })
      // Somebody else has used it at the same moment.
      if (failed.length > 0) throw new errors.InvalidGrant('it was used already')
    },
    destroy: (id) => removeOAuthRecord(currentContext(), kind, id),
  }
}

/** What a request with the token needs: no other record but its grant is read then. */
async function accessTokenContent({
  grantId = '',
  scope,
  aud,
}: AdapterPayload): Promise<AccessTokenContent & Record<string, unknown>> {
  const grant = await findActiveGrant(currentContext(), grantId)
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
    const context = currentContext()
    const grant = await findActiveGrant(context, grantId)
    return grant && payloadOf(grant, context.now)
  },
  destroy: async (grantId) => {
    const context = currentContext()
    await transact(context.database, { grant: endOfGrant(context, { grantId }) })
  },
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
