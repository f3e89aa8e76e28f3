import { ServiceError } from '@cairn/contract/errors/errors'
import { accountAuditEntry } from '../../../organizations/audit/account-audit-entry.ts'
import type { Implementation } from '../../../requests/operation.ts'
import type { RequestContext } from '../../../requests/request-context.ts'
import { transact } from '../../../storage/database/transaction.ts'
import { sessionEntity } from '../../../storage/table/entities/people/session.ts'
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
    session: { Delete: sessionEntity.remove({ userKey, sessionHash: sessionId }) },
    audit,
  })
  if (failed.length > 0) throw new ServiceError('session_not_found', 'You have no session with this id.')
  if (sessionId === current) cookies.clear('session')
  return undefined
}
