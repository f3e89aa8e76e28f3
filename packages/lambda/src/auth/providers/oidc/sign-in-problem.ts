/**
 * Why a sign-in at the provider did not lead to a session. The web app's sign-in page explains each (`problem`).
 *
 * - `expired`: it took too long, began in another browser, or has returned before
 * - `refused`: the provider has not let the person in, or the person has gone back
 * - `email_not_verified`: the provider does not say that the person owns the address
 * - `no_email`: the provider has told no usable name and address
 * - `unavailable`: the provider does not respond
 * - `service_unavailable`: the service's database does not respond
 * - `too_many`: too many sign-ins from this network have failed
 * - `failed`: the provider's response is not what it must be
 */
export type SignInProblemCode =
  | 'expired'
  | 'refused'
  | 'email_not_verified'
  | 'no_email'
  | 'unavailable'
  | 'service_unavailable'
  | 'too_many'
  | 'failed'

/** Ends a sign-in without a session. The cause goes to the log. */
export class SignInProblem extends Error {
  override readonly name = 'SignInProblem'
  readonly code: SignInProblemCode

  constructor(code: SignInProblemCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** Returns a problem's log fields: the error's code, and nothing that the provider or the client sent. */
export function loggedOf({ code, message, cause }: SignInProblem) {
  const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : undefined
  return { problem: code, reason, detail: message }
}
