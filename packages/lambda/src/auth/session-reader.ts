import type { ConfirmedSession } from '@cairn/domain/requests/access'
import type { Context } from '@cairn/domain/requests/context'
import type { HttpEvent } from '../pipeline/event.ts'

/**
 * Whom a request claims to come from. `confirm` checks what needs the database and returns the session, or undefined
 * if the credential is not valid. With `userId` the service can read the user's organizations at the same time.
 */
export type SessionClaim = {
  userId: string
  /**
   * Identifies the caller in the memory of callers: the hash of a secret, or the id of a user whom the request itself
   * proves.
   */
  key: string
  confirm(context: Context): Promise<ConfirmedSession | undefined>
}

/** Recognizes browser sessions: the part of an authentication provider that every function needs. */
export interface SessionReader {
  /** Whether sessions come in the `Authorization` header, as API tokens always do. */
  readonly readsAuthorization: boolean
  /**
   * Returns undefined if the request carries no valid session of this provider, whatever the reason.
   *
   * @param now  The time of the request, to compare with expiry times.
   * @throws `unavailable` if it cannot tell.
   */
  read(event: HttpEvent, now: Date): Promise<SessionClaim | undefined>
}
