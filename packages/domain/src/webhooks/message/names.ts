import type { Database } from '../../database/client.ts'
import { keyOf } from '../../database/keys.ts'
import { readRecord, readRecords } from '../../database/read-record.ts'
import { apiTokenEntity } from '../../table/entities/api-token.ts'
import { membershipEntity } from '../../table/entities/membership.ts'
import type { DeliveredEvent } from '../../table/entities/webhooks/webhook-delivery.ts'

/** How a message names people and programs. */
export type MessageNames = {
  /** Undefined for those who are not members any longer. */
  nameOf: (userId: string) => string | undefined
  /** The API token that acted; undefined if a person did. */
  program: string | undefined
}

/** Reads the names of everybody in an event, as they are now. One round trip. */
export async function readNames(
  database: Database,
  organizationId: string,
  { actor, authorityUserId, data }: DeliveredEvent,
): Promise<MessageNames> {
  const concerned = ['userId' in data ? data.userId : null, 'ownerUserId' in data ? data.ownerUserId : null]
  const userIds = [authorityUserId, ...concerned].filter((userId) => userId !== null)
  const keys = [...new Set(userIds)].map((userId) => ({ userKey: keyOf(userId), organizationId }))
  const [members, token] = await Promise.all([
    readRecords(database, membershipEntity, keys),
    actor.kind === 'user' ? null : readRecord(database, apiTokenEntity, { tokenId: actor.id }),
  ])
  const names = new Map(members.map(({ userId, displayName }) => [userId, displayName]))
  return {
    nameOf: (userId) => names.get(userId),
    program: token?.organizationId === organizationId ? token.name : undefined,
  }
}
