/** The authorization server's records, by kind and id. */
import { type Context, daysAfter, timestampOf, timeToLiveOf } from '../../requests/context.ts'
import { keyOf } from '../../storage/database/keys.ts'
import { readRecord } from '../../storage/database/read-record.ts'
import { type OAuthRecord, oauthRecordEntity } from '../../storage/table/entities/oauth/oauth-record.ts'
import type { TransactionItem } from '../../storage/table/entity.ts'

/**
 * `Interaction`: a program's request that waits for a decision. `Program`: who that program is. `UserCode`: the request of a program that
 * shows a code, and `DeviceCode`: what that program asks with for its tokens.
 */
export type OAuthKind =
  | 'AccessToken'
  | 'AuthorizationCode'
  | 'Client'
  | 'DeviceCode'
  | 'Interaction'
  | 'Program'
  | 'RefreshToken'
  | 'UserCode'

type StoreContext = Pick<Context, 'database' | 'now'>

export const oauthRecordKeyOf = (kind: OAuthKind, id: string) => ({ recordKey: keyOf(`${kind} ${id}`) })

/** Returns a record that has not expired, or null. Strongly consistent. */
export async function findOAuthRecord(
  context: StoreContext,
  kind: OAuthKind,
  id: string,
): Promise<OAuthRecord | null> {
  const record = await findStoredOAuthRecord(context, kind, id)
  return record && record.expiresAt > timestampOf(context.now) ? record : null
}

/** Returns a record as long as it is stored, or null. It may have expired. Strongly consistent. */
export async function findStoredOAuthRecord(
  { database }: Pick<StoreContext, 'database'>,
  kind: OAuthKind,
  id: string,
): Promise<OAuthRecord | null> {
  return (await readRecord(database, oauthRecordEntity, oauthRecordKeyOf(kind, id))) ?? null
}

/** The kinds of which a record is written once. Its id is new, so its write also shows whether its transaction was committed. */
const writtenOnce: readonly OAuthKind[] = [
  'AccessToken',
  'AuthorizationCode',
  'DeviceCode',
  'Program',
  'RefreshToken',
  'UserCode',
]

/** The write of a record. Of a client or an interaction, it replaces an earlier one. */
export function oauthRecord(
  kind: OAuthKind,
  id: string,
  { content, grantId, expiresAt }: Pick<OAuthRecord, 'content' | 'grantId'> & { expiresAt: Date },
): TransactionItem {
  const record = {
    ...oauthRecordKeyOf(kind, id),
    kind,
    grantId,
    // Fields that are undefined vanish, as in JSON.
    content: JSON.parse(JSON.stringify(content)),
    expiresAt: timestampOf(expiresAt),
    ttl: timeToLiveOf(expiresAt),
  }
  const isNew = writtenOnce.includes(kind)
  return { Put: isNew ? oauthRecordEntity.create(record) : oauthRecordEntity.put(record) }
}

/** The write that uses a record up. It fails if it was used before, or is gone. */
export function consumption(
  { now }: StoreContext,
  kind: OAuthKind,
  id: string,
  set: Partial<Pick<OAuthRecord, 'content' | 'expiresAt' | 'ttl'>> = {},
): TransactionItem {
  return {
    Update: oauthRecordEntity
      .patch(oauthRecordKeyOf(kind, id))
      .set({ consumedAt: timestampOf(now), ...set })
      .where(({ consumedAt }, { notExists }) => notExists(consumedAt)),
  }
}

/** The write that deletes a record. It fails if there is none. */
export function removalOfOAuthRecord(kind: OAuthKind, id: string): TransactionItem {
  return { Delete: oauthRecordEntity.remove(oauthRecordKeyOf(kind, id)) }
}

/** A registered program is deleted so long after its last grant has ended. */
export const clientDays = 180

/**
 * The write that ends a registration in time, for a grant of the program that ends before it would expire. Undefined for a program
 * that is not registered, but known by the address of a document. Other grants of the program expire before, or keep it by their
 * next use. It fails if the program is not registered any longer.
 */
export function registrationAfterGrant(
  { now }: StoreContext,
  { clientId }: { clientId: string },
): TransactionItem | undefined {
  if (URL.canParse(clientId)) return undefined
  return extensionOfClient(clientId, daysAfter(now, clientDays))
}

/** The write that keeps a registered program until then. It fails if the program is not registered any longer. */
export function extensionOfClient(clientId: string, expiresAt: Date): TransactionItem {
  return {
    Update: oauthRecordEntity
      .patch(oauthRecordKeyOf('Client', clientId))
      .set({ expiresAt: timestampOf(expiresAt), ttl: timeToLiveOf(expiresAt) }),
  }
}
