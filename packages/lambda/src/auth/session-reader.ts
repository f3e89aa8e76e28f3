import type { CanonicalUser } from '@cairn/domain/access'
import type { Context } from '@cairn/domain/context'
import type { HttpEvent } from '../pipeline/event.ts'

/**
 * What a request says about whom it comes from. `userId` is only claimed; `confirm` checks what needs the database
 * and answers the canonical user, or undefined where the credential is no good. Both together let the service
 * read the user's organizations while the provider looks at the credential.
 */
export type SessionClaim = {
  userId: string
  confirm(context: Context): Promise<CanonicalUser | undefined>
}

/** The part of an authentication provider that every function needs: recognising a browser session. */
export interface SessionReader {
  /** Whether sessions come in the `Authorization` header; API tokens keep coming there too. */
  readonly readsAuthorization: boolean
  /**
   * Undefined where the request carries no session of this provider.
   *
   * @param now  The moment of the request, by which anything that expires is judged.
   */
  read(event: HttpEvent, now: Date): Promise<SessionClaim | undefined>
}
