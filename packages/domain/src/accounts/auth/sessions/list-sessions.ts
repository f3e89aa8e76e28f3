import type { Implementation } from '../../../requests/operation.ts'
import { accessPattern } from '../../../storage/database/query-records.ts'
import { readPage } from '../../../storage/pagination/read-page.ts'
import { sessionEntity } from '../../../storage/table/entities/people/session.ts'
import { endedProviderSessions } from '../provider-sessions/ended-provider-sessions.ts'
import { requireOwnSession } from './own-session.ts'
import { isActive } from './sessions.ts'

/**
 * Lists the caller's sessions, newest first. The id of a session is the hash of its secret, of which nothing can be
 * learned.
 */
export const listSessions: Implementation<'listSessions'> = async (context, access, { query }) => {
  const { database, now } = context
  const { userKey, sessionHash: current, generation } = requireOwnSession(access)
  const { items: sessions, nextCursor } = await readPage(context, query, {
    binding: ['listSessions', userKey],
    present: async (found) => {
      const ended = await endedProviderSessions(database, found)
      return found.map((session) => {
        if (!isActive(session, now) || session.generation !== generation) return null
        if (session.providerSessionKey !== undefined && ended.has(session.providerSessionKey)) return null
        const { sessionHash: id, createdAt, lastUsedAt, userAgent = null } = session
        return { id, createdAt, lastUsedAt, userAgent, current: id === current }
      })
    },
    ...accessPattern(database, sessionEntity, 'byUser', { userKey }, { order: 'desc' }),
  })
  return { sessions, nextCursor }
}
