import { timestampOf } from '../../requests/context.ts'
import type { Implementation } from '../../requests/operation.ts'
import { accessPattern } from '../../storage/database/query-records.ts'
import { readPage } from '../../storage/pagination/read-page.ts'
import { apiTokenEntity } from '../../storage/table/entities/api-token.ts'
import { toApiTokenResponse } from './to-api-token-response.ts'

/** Lists the caller's active tokens in the request's organization, newest first. */
export const listApiTokens: Implementation<'listApiTokens'> = async (context, access, { query }) => {
  const { database, now } = context
  const { organizationId } = access
  const { userKey } = access.stored
  const [{ items: tokens, nextCursor }] = await Promise.all([
    readPage(context, query, {
      binding: ['listApiTokens', organizationId, userKey],
      filtered: true,
      present: (active) => active.map((token) => toApiTokenResponse(token, now)),
      ...accessPattern(
        database,
        apiTokenEntity,
        'byUserAndOrganization',
        { organizationId, userKey },
        {
          order: 'desc',
          where: ({ revokedAt, expiresAt }, { notExists, gt }) =>
            `${notExists(revokedAt)} AND ${gt(expiresAt, timestampOf(now))}`,
        },
      ),
    }),
    access.membership(),
  ])
  return { tokens, nextCursor }
}
