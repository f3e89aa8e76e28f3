/**
 * How all sessions of a user end at once: the account, the user's record and each session have a number, and a session
 * is valid only while its number is that of the record. So ending any number of sessions is one transaction, and no
 * clock is compared.
 *
 * The record may not exist yet: the first session request creates it, on condition that the account still has the
 * session's number.
 */
import type { OwnSession } from '../../access.ts'
import type { Database } from '../../database/client.ts'
import { sessionEntity } from '../../table/entities/session.ts'
import { type UserRecord, userEntity } from '../../table/entities/user.ts'
import type { Operand, Operators } from '../../table/entity/expression.ts'
import type { TransactionItem } from '../../table/entity/transaction-item.ts'
import { checkRecord, updateRecord } from '../../table/entity/writes.ts'

/** A condition on an account or a user's record, which have no number before the first change. */
export function isGeneration(generation: number) {
  return ({ sessionGeneration }: { sessionGeneration: Operand<number> }, { eq, notExists }: Operators) =>
    generation === 0 ? notExists(sessionGeneration) : eq(sessionGeneration, generation)
}

/**
 * Ends all sessions of a user, in a transaction that adds 1 to the number of the account.
 *
 * @param stored  Null before the user's first session request. Fails if there has been one meanwhile.
 */
export function endAllSessions(
  database: Database,
  userKey: string,
  stored: UserRecord | null,
): TransactionItem {
  return stored
    ? updateRecord(database, userEntity, { userKey }, { add: { sessionGeneration: 1 } })
    : checkRecord(database, userEntity, { userKey }, ({ userId }, { notExists }) => notExists(userId))
}

/**
 * Ends all sessions but one, in a transaction that adds 1 to the number of the account. `user` fails if this session has
 * ended, `session` if it was revoked.
 */
export function endOtherSessionsThan(database: Database, { userKey, sessionHash, generation }: OwnSession) {
  return {
    user: updateRecord(
      database,
      userEntity,
      { userKey },
      { add: { sessionGeneration: 1 }, where: isGeneration(generation) },
    ),
    session: updateRecord(
      database,
      sessionEntity,
      { userKey, sessionHash },
      { set: { generation: generation + 1 } },
    ),
  }
}
