import { ServiceError } from '@cairn/contract/errors/errors'
import { type Context, daysAfter, timestampOf, timeToLiveOf } from '../../requests/context.ts'
import { keyOf } from '../../storage/database/keys.ts'
import { accessPattern, pagesOf } from '../../storage/database/query-records.ts'
import { readRecord } from '../../storage/database/read-record.ts'
import { type OAuthGrantRecord, oauthGrantEntity } from '../../storage/table/entities/oauth/oauth-grant.ts'
import type { TransactionItem } from '../../storage/table/entity.ts'

/** A grant ends when its program has not used it for so long. */
export const unusedGrantDays = 90

export function grantExpiry(now: Date): { expiresAt: string; ttl: number } {
  const expiresAt = daysAfter(now, unusedGrantDays)
  return { expiresAt: timestampOf(expiresAt), ttl: timeToLiveOf(expiresAt) }
}

export function isActiveGrant(grant: OAuthGrantRecord, now: Date): boolean {
  return isUsableGrant(grant, now) && !grant.isPending
}

/** Whether a code may be issued for the grant. */
export function isUsableGrant(grant: OAuthGrantRecord, now: Date): boolean {
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

/** Returns a grant for which a code may be issued; undefined if there is none. Strongly consistent. */
export async function findUsableGrant(
  { database, now }: Pick<Context, 'database' | 'now'>,
  grantId: string,
): Promise<OAuthGrantRecord | undefined> {
  const grant = await readRecord(database, oauthGrantEntity, { grantId })
  return grant && isUsableGrant(grant, now) ? grant : undefined
}

/** Whether the user has connected the program: it has an active grant. */
export async function hasConnected(
  { database, now }: Pick<Context, 'database' | 'now'>,
  userId: string,
  clientId: string,
): Promise<boolean> {
  const grants = accessPattern(database, oauthGrantEntity, 'byUser', { userKey: keyOf(userId) })
  for await (const page of pagesOf(grants.query)) {
    if (page.some((grant) => grant.clientId === clientId && isActiveGrant(grant, now))) return true
  }
  return false
}

/** The write that lets a grant begin, with its code. It fails if the grant has ended. */
export function beginningOfGrant({ now }: Pick<Context, 'now'>, grantId: string): TransactionItem {
  return {
    Update: oauthGrantEntity
      .patch({ grantId })
      .set(grantExpiry(now))
      .remove(['isPending'])
      .where(({ endedAt }, { notExists }) => notExists(endedAt)),
  }
}

/** The check that a grant has not ended. It writes nothing. */
export function activeGrant(grantId: string): TransactionItem {
  return {
    ConditionCheck: oauthGrantEntity
      .remove({ grantId })
      .where(({ endedAt }, { notExists }) => notExists(endedAt)),
  }
}

/** The write that records the use of a grant, which makes it last longer. It fails if the grant has ended. */
export function useOfGrant({ now }: Pick<Context, 'now'>, grantId: string): TransactionItem {
  return {
    Update: oauthGrantEntity
      .patch({ grantId })
      .set({ lastUsedAt: timestampOf(now), ...grantExpiry(now) })
      .where(({ endedAt }, { notExists }) => notExists(endedAt)),
  }
}

/** The write that ends a grant, and with it its codes and tokens. It fails if the grant has ended before. */
export function endOfGrant(
  { now }: Pick<Context, 'now'>,
  { grantId }: Pick<OAuthGrantRecord, 'grantId'>,
): TransactionItem {
  return {
    Update: oauthGrantEntity
      .patch({ grantId })
      .set({ endedAt: timestampOf(now) })
      .where(({ endedAt }, { notExists }) => notExists(endedAt)),
  }
}

/** The same error for a grant that is unknown, of somebody else, ended or expired. */
export function grantNotFound(): ServiceError {
  return new ServiceError('oauth_grant_not_found', 'You have no active grant with this id.')
}
