import { ApiError } from '@cairn/contract/http/client'
import { adoptSession } from '../../accounts/session/session.ts'
import type { Session } from '../../accounts/session/session-type.ts'
import { isReachable } from '../../app/hooks/when-online.ts'
import { queryClient } from '../api/query-client.ts'
import { ownerOfCopy } from './owner.ts'

/**
 * The session of the copy of visited pages, which are then shown as they were last seen.
 * @throws `failure` if the service can be reached, otherwise a network error if there is no copy.
 */
export async function openCopy(failure: unknown): Promise<Session> {
  if (failure instanceof ApiError || (await isReachable())) throw failure
  const copy =
    ownerOfCopy() &&
    (await import('./copy.ts').then(({ showCopy }) => showCopy(queryClient)).catch(() => undefined))
  if (!copy) throw new DOMException('Offline.', 'NetworkError')
  return adoptSession(copy.session, copy.savedAt)
}
