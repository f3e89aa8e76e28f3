import { newPerson, personRecord } from '../../accounts/notifications/person.ts'
import type { CanonicalUser } from '../../requests/access.ts'
import { type Context, timestampOf } from '../../requests/context.ts'
import { keyOf } from '../../storage/database/keys.ts'
import { personTimerEntity } from '../../storage/table/entities/due/person-timer.ts'
import { type UserRecord, userEntity } from '../../storage/table/entities/people/user.ts'

/**
 * The record of a user with a first organization, and its writes, for the transaction that also adds the membership. `user`
 * fails if another request has created the user. A new user also gets the timer of the weekly digest.
 *
 * @param sessionGeneration  That of the user's account at this service, which the transaction checks.
 */
export function newUserWrites(
  { now, language }: Context,
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
    ...(language && { language }),
    ...(sessionGeneration > 0 && { sessionGeneration }),
  }
  return {
    record,
    writes: {
      user: { Put: userEntity.create(record) },
      person: { Put: personTimerEntity.put(personRecord(newPerson(id, now))) },
    },
  }
}
