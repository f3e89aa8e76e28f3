import { requireAdministrator } from '../../requests/access.ts'
import { timestampOf } from '../../requests/context.ts'
import type { Implementation } from '../../requests/operation.ts'
import { accessPattern } from '../../storage/database/query-records.ts'
import { readPage } from '../../storage/pagination/read-page.ts'
import { apiTokenEntity } from '../../storage/table/entities/api-token.ts'
import { toOrganizationApiTokenResponse } from './to-api-token-response.ts'

/** Lists the active tokens of everybody in the organization, newest first. Those of former members are in it until they are revoked. */
export const listOrganizationApiTokens: Implementation<'listOrganizationApiTokens'> = async (
  context,
  access,
  { query },
) => {
  const { database, now } = context
  const { organizationId } = access
  const [{ items: tokens, nextCursor }] = await Promise.all([
    readPage(context, query, {
      binding: ['listOrganizationApiTokens', organizationId],
      filtered: true,
      present: (active) => active.map((token) => toOrganizationApiTokenResponse(token, now)),
      ...accessPattern(
        database,
        apiTokenEntity,
        'byOrganization',
        { organizationId },
        {
          order: 'desc',
          // Expired tokens are deleted late.
          where: ({ expiresAt }, { gt }) => gt(expiresAt, timestampOf(now)),
        },
      ),
    }),
    requireAdministrator(access),
  ])
  return { tokens, nextCursor }
}
