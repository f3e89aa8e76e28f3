import { accountAuditEntry } from '../../../organizations/audit/account-audit-entry.ts'
import type { Implementation } from '../../../requests/operation.ts'
import { keyOf } from '../../../storage/database/keys.ts'
import { transact } from '../../../storage/database/transaction.ts'
import { unavailable } from '../../../storage/database/unavailable.ts'
import { principalEntity } from '../../../storage/table/entities/people/principal.ts'
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
        ? {
            Update: principalEntity
              .patch({ emailKey: keyOf(user.email) })
              .add({ sessionGeneration: 1 })
              .where(({ userId }, { eq }) => eq(userId, user.id)),
          }
        : undefined,
    ...endOtherSessionsThan(own),
    audit,
  })
  if (failed.includes('user') || failed.includes('session')) throw sessionHasEnded()
  // The address of the account has changed since the request began.
  if (failed.length > 0) throw unavailable()
  return undefined
}
