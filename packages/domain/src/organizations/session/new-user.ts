import type { CanonicalUser } from '../../access.ts'
import { type Context, timestampOf } from '../../context.ts'
import { keyOf } from '../../database/keys.ts'
import { newPerson, personRecord } from '../../notifications/person.ts'
import { personAlarmEntity } from '../../table/entities/due/person-alarm.ts'
import { type UserRecord, userEntity } from '../../table/entities/user.ts'
import { createRecord, putRecord } from '../../table/entity/writes.ts'

/**
 * The record of a user with a first organization, and its writes, for the transaction that also adds the membership. `user`
 * fails if another request has created the user. A new user also gets the timer of the weekly digest.
 *
 * @param sessionGeneration  That of the user's account at this service, which the transaction checks.
 */
export function newUserWrites(
  { database, now }: Context,
  { id, displayName, email }: CanonicalUser,
  {
    organizationId,
    sessionGeneration = 0,
  }: { organizationId: string; sessionGeneration?: number | undefined },
) {
  const record: UserRecord = {
    userKey: keyOf(id),
    userId: id,
    displayName,
    email,
    activeOrganizationId: organizationId,
    organizationIds: [organizationId],
    createdAt: timestampOf(now),
    ...(sessionGeneration > 0 && { sessionGeneration }),
  }
  return {
    record,
    writes: {
      user: createRecord(database, userEntity, record),
      person: putRecord(database, personAlarmEntity, personRecord(newPerson(id, now))),
    },
  }
}
