import { ServiceError } from '@cairn/contract/errors'
import { type Context, daysAfter, timestampOf, timeToLiveOf } from '../context.ts'
import { readRecord } from '../database/read-record.ts'
import { type OAuthGrantRecord, oauthGrantEntity } from '../table/entities/oauth/oauth-grant.ts'
import type { TransactionItem } from '../table/entity/transaction-item.ts'
import { updateRecord } from '../table/entity/writes.ts'

/** A grant ends when its program has not used it for so long. */
export const unusedGrantDays = 90

export function grantExpiry(now: Date): { expiresAt: string; ttl: number } {
  const expiresAt = daysAfter(now, unusedGrantDays)
  return { expiresAt: timestampOf(expiresAt), ttl: timeToLiveOf(expiresAt) }
}

export function isActiveGrant(grant: OAuthGrantRecord, now: Date): boolean {
  return grant.endedAt === undefined && grant.expiresAt > timestampOf(now)
}

/** Returns a grant that has neither ended nor expired; undefined if there is none. Strongly consistent. */
export async function findActiveGrant(
  { database, now }: Pick<Context, 'database' | 'now'>,
  grantId: string,
): Promise<OAuthGrantRecord | undefined> {
  const grant = await readRecord(database, oauthGrantEntity, { grantId })
  return grant && isActiveGrant(grant, now) ? grant : undefined
}

/** The write that ends a grant, and with it its codes and tokens. It fails if the grant has ended before. */
export function endOfGrant(
  { database, now }: Pick<Context, 'database' | 'now'>,
  { grantId }: Pick<OAuthGrantRecord, 'grantId'>,
): TransactionItem {
  return updateRecord(
    database,
    oauthGrantEntity,
    { grantId },
    {
      set: { endedAt: timestampOf(now) },
      where: ({ endedAt }, { notExists }) => notExists(endedAt),
    },
  )
}

/** The same error for a grant that is unknown, of somebody else, ended or expired. */
export function grantNotFound(): ServiceError {
  return new ServiceError('oauth_grant_not_found', 'You have no active grant with this id.')
}
