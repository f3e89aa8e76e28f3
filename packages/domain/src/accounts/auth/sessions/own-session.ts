import { ServiceError } from '@cairn/contract/errors/errors'
import type { OwnSession, SessionAccess } from '../../../requests/access.ts'

/** Returns the caller's session, for operations that are offered only by providers whose sessions are the service's own. */
export function requireOwnSession({ own }: SessionAccess): OwnSession {
  if (own) return own
  throw new Error('The provider owns this session.')
}

/** Thrown if the session has ended since the request began. */
export function sessionHasEnded(): ServiceError {
  return new ServiceError('unauthorized', 'Sign in first.')
}
