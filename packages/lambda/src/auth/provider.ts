import type { OutputOf } from '@cairn/contract/registry'
import type { EmailLoginRequest, EmailRegistrationRequest } from '@cairn/contract/schemas/auth'
import type { Context } from '@cairn/domain/context'
import type { RateLimitSubject } from '@cairn/domain/rate-limits/rate-limiter'
import type { HttpEvent } from '../pipeline/event.ts'

/** A next location of the browser and, where a session begins or ends, the cookie that says so. */
export type Transition = { redirectTo: string; cookie?: string }

/**
 * A replaceable authentication provider. It owns the session from the first redirect to the logout; the service
 * asks it for canonical users (through its `SessionReader`) and for locations, and knows nothing else of it.
 */
export interface AuthenticationProvider {
  /** `email`: a form of the web application. `redirect`: the browser leaves for the provider's page. */
  readonly method: 'email' | 'redirect'
  /** Where a browser signs in. `returnTo` is already known to be safe. */
  startLogin(returnTo: string): string
  /** Validates a callback and answers where the browser goes on. `returnTo` is already known to be safe. */
  completeLogin(event: HttpEvent, returnTo: string): string
  /** Revokes the session of the request, where it has one, and answers the next location. */
  logout(context: Context, event: HttpEvent): Promise<Transition>
  /** Signing in with a password; absent from redirect providers. */
  readonly passwords?: PasswordAuthentication
}

/** Each throws `too_many_requests` where the subject has tried too often. */
export interface PasswordAuthentication {
  /** Throws `invalid_credentials`. */
  login(
    context: Context,
    request: EmailLoginRequest,
    returnTo: string,
    subject: RateLimitSubject,
  ): Promise<Transition>
  /** The cookie is the browser's that registers: by it the preview of the link knows the browser again. */
  register(
    context: Context,
    request: EmailRegistrationRequest,
    subject: RateLimitSubject,
  ): Promise<{ cookie: string }>
  /** Throws `invalid_or_expired_token`. */
  previewEmailVerification(
    context: Context,
    token: string,
    event: HttpEvent,
    subject: RateLimitSubject,
  ): Promise<OutputOf<'previewEmailVerification'>>
  /** Throws `invalid_or_expired_token`. */
  verifyEmail(context: Context, token: string, subject: RateLimitSubject): Promise<Transition>
}
