import { ServiceError } from '@cairn/contract/errors/errors'
import { AuthorizationResponseError, ResponseBodyError } from 'openid-client'
import { SignInProblem, type SignInProblemCode } from './sign-in-problem.ts'

/** Returns what a person can do about an error of a sign-in. */
export function problemOf(error: unknown): SignInProblem {
  for (let caught = error; caught instanceof Error; caught = caught.cause) {
    if (caught instanceof SignInProblem) return caught
    if (caught instanceof ServiceError) return asProblem('unavailable', error)
    if (caught instanceof AuthorizationResponseError) return asProblem(codeOfRefusal(caught.error), error)
    // The code was used before, or is too old.
    if (caught instanceof ResponseBodyError && caught.error === 'invalid_grant')
      return asProblem('expired', error)
  }
  return asProblem('failed', error)
}

/** RFC 6749, 4.1.2.1; OpenID Connect Core, 3.1.2.6. */
function codeOfRefusal(code: string): SignInProblemCode {
  if (code === 'server_error' || code === 'temporarily_unavailable') return 'unavailable'
  return /^access_denied$|_required$/.test(code) ? 'refused' : 'failed'
}

function asProblem(code: SignInProblemCode, cause: unknown): SignInProblem {
  return new SignInProblem(code, cause instanceof Error ? cause.message : 'The sign-in failed.', { cause })
}
