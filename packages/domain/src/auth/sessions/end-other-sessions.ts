import { accountAuditEntry } from '../../audit/account-audit-entry.ts'
import { keyOf } from '../../database/keys.ts'
import { transact } from '../../database/transaction.ts'
import { unavailable } from '../../database/unavailable.ts'
import type { Implementation } from '../../operation.ts'
import { principalEntity } from '../../table/entities/principal.ts'
import { updateRecord } from '../../table/entity/writes.ts'
import { requireOwnSession, sessionHasEnded } from './own-session.ts'
import { endOtherSessionsThan } from './session-generation.ts'

/** Ends all sessions of the caller but this one, however many there are, with one transaction. */
export const endOtherSessions: Implementation<'endOtherSessions'> = async (context, access) => {
  const { database } = context
  const own = requireOwnSession(access)
  const { user } = access
  const audit = await accountAuditEntry(context, access, { action: 'session.others_ended' })
  const failed = await transact(database, {
    principal:
      own.account === 'email'
        ? updateRecord(
            database,
            principalEntity,
            { emailKey: keyOf(user.email) },
            { add: { sessionGeneration: 1 }, where: ({ userId }, { eq }) => eq(userId, user.id) },
          )
        : undefined,
    ...endOtherSessionsThan(database, own),
    audit,
  })
  if (failed.includes('user') || failed.includes('session')) throw sessionHasEnded()
  // The address of the account has changed since the request began.
  if (failed.length > 0) throw unavailable()
  return undefined
}
