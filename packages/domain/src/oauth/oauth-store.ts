/** What the authorization server keeps, by kind and id. */
import { type Context, timestampOf, timeToLiveOf } from '../context.ts'
import type { Database } from '../database/client.ts'
import { keyOf } from '../database/keys.ts'
import { readRecord } from '../database/read-record.ts'
import { type OAuthRecord, oauthRecordEntity } from '../table/entities/oauth/oauth-record.ts'
import type { TransactionItem } from '../table/entity/transaction-item.ts'
import { createRecord, putRecord, removeRecord, updateRecord } from '../table/entity/writes.ts'

/** `Interaction`: a program's request that waits for a decision. `Program`: who that program is. */
export type OAuthKind =
  | 'AccessToken'
  | 'AuthorizationCode'
  | 'Client'
  | 'Interaction'
  | 'Program'
  | 'RefreshToken'

type StoreContext = Pick<Context, 'database' | 'now'>

export const oauthRecordKeyOf = (kind: OAuthKind, id: string) => ({ recordKey: keyOf(`${kind} ${id}`) })

/** Returns a record that has not expired, or null. Strongly consistent. */
export async function findOAuthRecord(
  { database, now }: StoreContext,
  kind: OAuthKind,
  id: string,
): Promise<OAuthRecord | null> {
  const record = await readRecord(database, oauthRecordEntity, oauthRecordKeyOf(kind, id))
  return record && record.expiresAt > timestampOf(now) ? record : null
}

/** The kinds of which a record is written once. Its id is new, so its write also shows whether its transaction was committed. */
const writtenOnce: readonly OAuthKind[] = ['AccessToken', 'AuthorizationCode', 'Program', 'RefreshToken']

/** The write of a record. Of a client or an interaction, it replaces an earlier one. */
export function oauthRecord(
  database: Database,
  kind: OAuthKind,
  id: string,
  { content, grantId, expiresAt }: Pick<OAuthRecord, 'content' | 'grantId'> & { expiresAt: Date },
): TransactionItem {
  const write = writtenOnce.includes(kind) ? createRecord : putRecord
  return write(database, oauthRecordEntity, {
    ...oauthRecordKeyOf(kind, id),
    kind,
    grantId,
    // Fields that are undefined vanish, as in JSON.
    content: JSON.parse(JSON.stringify(content)),
    expiresAt: timestampOf(expiresAt),
    ttl: timeToLiveOf(expiresAt),
  })
}

/** The write that uses a record up. It fails if it was used before, or is gone. */
export function consumption(
  { database, now }: StoreContext,
  kind: OAuthKind,
  id: string,
  set: Partial<Pick<OAuthRecord, 'content' | 'expiresAt' | 'ttl'>> = {},
): TransactionItem {
  return updateRecord(database, oauthRecordEntity, oauthRecordKeyOf(kind, id), {
    set: { consumedAt: timestampOf(now), ...set },
    where: ({ consumedAt }, { notExists }) => notExists(consumedAt),
  })
}

/** The write that deletes a record. It fails if there is none. */
export function removalOfOAuthRecord(database: Database, kind: OAuthKind, id: string): TransactionItem {
  return removeRecord(database, oauthRecordEntity, oauthRecordKeyOf(kind, id))
}

/** The write that keeps a registered program until then. It fails if the program is not registered any longer. */
export function extensionOfClient(database: Database, clientId: string, expiresAt: Date): TransactionItem {
  return updateRecord(database, oauthRecordEntity, oauthRecordKeyOf('Client', clientId), {
    set: { expiresAt: timestampOf(expiresAt), ttl: timeToLiveOf(expiresAt) },
  })
}
