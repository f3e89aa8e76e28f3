import type { OAuthGrant } from '@cairn/contract/schemas/oauth'
import { timestampOf } from '../../requests/context.ts'
import type { Implementation } from '../../requests/operation.ts'
import { accessPattern } from '../../storage/database/query-records.ts'
import { readPage } from '../../storage/pagination/read-page.ts'
import { type OAuthGrantRecord, oauthGrantEntity } from '../../storage/table/entities/oauth/oauth-grant.ts'

/** Lists the caller's active grants in all organizations, newest first. */
export const listOAuthGrants: Implementation<'listOAuthGrants'> = async (context, access, { query }) => {
  const { database, now } = context
  const { userKey } = access.stored
  const { items: grants, nextCursor } = await readPage(context, query, {
    binding: ['listOAuthGrants', userKey],
    filtered: true,
    present: (active) => active.map(toOAuthGrantResponse),
    ...accessPattern(
      database,
      oauthGrantEntity,
      'byUser',
      { userKey },
      {
        order: 'desc',
        where: ({ endedAt, isPending, expiresAt }, { notExists, gt }) =>
          `${notExists(endedAt)} AND ${notExists(isPending)} AND ${gt(expiresAt, timestampOf(now))}`,
      },
    ),
  })
  return { grants, nextCursor }
}

function toOAuthGrantResponse(grant: OAuthGrantRecord): OAuthGrant {
  const { name, host, isVerified, isLoopback } = grant.program
  return {
    id: grant.grantId,
    program: { name, host, isVerified, isLoopback },
    organizationId: grant.organizationId,
    scopes: grant.scopes,
    createdAt: grant.createdAt,
    lastUsedAt: grant.lastUsedAt ?? null,
    expiresAt: grant.expiresAt,
  }
}
