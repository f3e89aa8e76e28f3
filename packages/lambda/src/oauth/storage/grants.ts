import { endingClaims, holdersWith } from '@cairn/domain/goals/work/claims/end-claims'
import { readOrganizationWork } from '@cairn/domain/goals/work/work'
import { endOfGrant, findUsableGrant } from '@cairn/domain/programs/oauth/grants'
import { registrationAfterGrant } from '@cairn/domain/programs/oauth/oauth-store'
import type { Context } from '@cairn/domain/requests/context'
import type { OAuthGrantRecord } from '@cairn/domain/storage/table/entities/oauth/oauth-grant'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import { current, nothing } from './current-request.ts'

export const grants: Adapter = {
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
async function claimsOfGrant(
  { database, now }: Pick<Context, 'database' | 'now'>,
  grant: Pick<OAuthGrantRecord, 'grantId' | 'organizationId' | 'userId'>,
) {
  const work = await readOrganizationWork(database, grant.organizationId)
  return endingClaims(database, holdersWith('oauth', grant.grantId, grant, now), work)
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
