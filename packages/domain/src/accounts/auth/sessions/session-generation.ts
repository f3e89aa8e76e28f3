/**
 * How all sessions of a user end at once: the account, the user's record and each session have a number, and a session
 * is valid only while its number is that of the record. So ending any number of sessions is one transaction, and no
 * clock is compared.
 *
 * The record may not exist yet: the first session request creates it, on condition that the account still has the
 * session's number.
 */
import type { OwnSession } from '../../../requests/access.ts'
import { sessionEntity } from '../../../storage/table/entities/people/session.ts'
import { type UserRecord, userEntity } from '../../../storage/table/entities/people/user.ts'
import type { TransactionItem, Where } from '../../../storage/table/entity.ts'

/** A condition on an account or a user's record, which have no number before the first change. */
export function isGeneration(generation: number) {
  return <A>(
    { sessionGeneration }: { sessionGeneration: A },
    { eq, notExists }: { eq(attribute: A, value: number): string; notExists(attribute: A): string },
  ) => (generation === 0 ? notExists(sessionGeneration) : eq(sessionGeneration, generation))
}

/** A condition on the user's record: the session has not ended, or if the provider owns it, the account was not deleted. */
export function whileSessionLasts(own: OwnSession | undefined): Where<typeof userEntity> {
  return (stored, operators) =>
    own ? isGeneration(own.generation)(stored, operators) : operators.notExists(stored.deletedAt)
}

/**
 * Ends all sessions of a user, in a transaction that adds 1 to the number of the account.
 *
 * @param stored  Null before the user's first session request. Fails if there has been one meanwhile.
 */
export function endAllSessions(userKey: string, stored: UserRecord | null): TransactionItem {
  return stored
    ? { Update: userEntity.patch({ userKey }).add({ sessionGeneration: 1 }) }
    : {
        ConditionCheck: userEntity
          .delete({ userKey })
          .where(({ userId }, { notExists }) => notExists(userId)),
      }
}

/**
 * Ends all sessions but one, in a transaction that adds 1 to the number of the account. `user` fails if this session has
 * ended, `session` if it was revoked.
 */
export function endOtherSessionsThan({ userKey, sessionHash, generation }: OwnSession) {
  return {
    user: {
      Update: userEntity.patch({ userKey }).add({ sessionGeneration: 1 }).where(isGeneration(generation)),
    },
    session: { Update: sessionEntity.patch({ userKey, sessionHash }).set({ generation: generation + 1 }) },
  }
}
