import type { CanonicalUser } from '@cairn/domain/access'
import type { Context } from '@cairn/domain/context'
import type { HttpEvent } from '../event.ts'

/**
 * What a request says about whom it comes from. `userId` is only claimed; `confirm` checks the credential and
 * answers the canonical user, or undefined where it is no good. Both together let the service read the user's
 * organizations while the provider looks at the credential.
 */
export type SessionClaim = {
  userId: string
  confirm(context: Context): Promise<CanonicalUser | undefined>
}

/** The part of an authentication provider that every function needs: recognising a browser session. */
export interface SessionReader {
  /** Undefined where the request carries nothing that could be a session of this provider. */
  read(event: HttpEvent): SessionClaim | undefined
}
