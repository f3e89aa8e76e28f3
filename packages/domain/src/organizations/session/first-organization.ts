import { randomUUID } from 'node:crypto'
import type { ConfirmedSession, UserOrganizations } from '../../access.ts'
import { type Context, timestampOf } from '../../context.ts'
import { keyOf } from '../../database/keys.ts'
import { transact } from '../../database/transaction.ts'
import { newPerson, personRecord } from '../../notifications/person.ts'
import { personAlarmEntity } from '../../table/entities/due/person-alarm.ts'
import { type UserRecord, userEntity } from '../../table/entities/user.ts'
import { createRecord, putRecord } from '../../table/entity/writes.ts'
import { newOrganization } from '../new-organization.ts'
import { firstOrganizationName } from '../rules.ts'
import { changeUser, newMembership } from './user-organizations.ts'

/**
 * Creates an organization for a user who has none, in one transaction. If many first requests run at once, one of them
 * creates it and the others return undefined; so do all if the session has ended meanwhile.
 *
 * A new user also gets the timer of the weekly digest.
 *
 * @param stored  The record of a user whose last membership was removed; undefined before the user's first request.
 */
export async function createFirstOrganization(
  { database, now }: Context,
  { user, own }: ConfirmedSession,
  stored?: UserRecord,
): Promise<UserOrganizations | undefined> {
  const organizationId = randomUUID()
  const createdAt = timestampOf(now)
  const name = firstOrganizationName(user.displayName)
  const membership = newMembership(user, organizationId, 'owner', createdAt)
  const changes = {
    displayName: user.displayName,
    email: user.email,
    activeOrganizationId: organizationId,
    organizationIds: [organizationId],
  }
  const record = stored
    ? { ...stored, ...changes }
    : {
        userKey: keyOf(user.id),
        userId: user.id,
        ...changes,
        createdAt,
        ...(own && own.generation > 0 && { sessionGeneration: own.generation }),
      }
  const failed = await transact(database, {
    user: stored ? changeUser(database, stored, changes) : createRecord(database, userEntity, record),
    session: stored ? undefined : own?.unlessEnded,
    person: stored
      ? undefined
      : putRecord(database, personAlarmEntity, personRecord(newPerson(user.id, now))),
    ...newOrganization(database, name, createdAt, membership),
  })
  if (failed.length > 0) return undefined
  return { stored: record, memberships: [membership], names: new Map([[organizationId, name]]) }
}
