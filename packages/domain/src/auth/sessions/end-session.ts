import { ServiceError } from '@cairn/contract/errors'
import { accountAuditEntry } from '../../audit/account-audit-entry.ts'
import { transact } from '../../database/transaction.ts'
import type { Implementation } from '../../operation.ts'
import type { RequestContext } from '../../request-context.ts'
import { sessionEntity } from '../../table/entities/session.ts'
import { removeRecord } from '../../table/entity/writes.ts'
import { requireOwnSession } from './own-session.ts'

/**
 * Ends one of the caller's sessions: the next request with its cookie is refused.
 * @throws `session_not_found`, also for a session of somebody else.
 */
export const endSession: Implementation<'endSession', RequestContext> = async (
  context,
  access,
  { params: { sessionId } },
) => {
  const { database, cookies } = context
  const { userKey, sessionHash: current } = requireOwnSession(access)
  const audit = await accountAuditEntry(context, access, {
    action: 'session.ended',
    target: { kind: 'session', id: sessionId },
  })
  const failed = await transact(database, {
    session: removeRecord(database, sessionEntity, { userKey, sessionHash: sessionId }),
    audit,
  })
  if (failed.length > 0) throw new ServiceError('session_not_found', 'You have no session with this id.')
  if (sessionId === current) cookies.clear('session')
  return undefined
}
