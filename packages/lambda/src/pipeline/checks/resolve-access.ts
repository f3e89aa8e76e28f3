import { ServiceError } from '@cairn/contract/errors'
import type { Operation } from '@cairn/contract/operation'
import { organizationIdHeader, organizationIdValue } from '@cairn/contract/organization-header'
import { type Access, accessOfSession, type CanonicalUser, type SessionAccess } from '@cairn/domain/access'
import { authenticateApiToken } from '@cairn/domain/api-tokens/authenticate-api-token'
import type { Context } from '@cairn/domain/context'
import { loadSessionAccess } from '@cairn/domain/organizations/session/session-access'
import { credentialOf } from '../../auth/credential.ts'
import type { SessionClaim, SessionReader } from '../../auth/session-reader.ts'
import type { Runtime } from '../../configuration/runtime.ts'
import { contextOf } from '../context.ts'
import { type HttpEvent, headerOf, type OperationEvent, type OperationRequest } from '../event.ts'

/**
 * Authenticates the caller with the credential that the operation requires, and finds the organization that the request
 * acts in. API tokens are accepted only by operations that declare scopes.
 */
export function resolveAccess(operation: Operation, runtime: Runtime, sessions: SessionReader) {
  async function resolve(event: OperationEvent): Promise<SessionAccess | Access | undefined> {
    if (operation.credential === 'none') return undefined
    const credential = credentialOf(event, sessions)
    if (credential.kind === 'session') {
      const session = await resolveSession(event)
      return operation.credential === 'session' ? session : accessOfSession(session)
    }
    if (operation.credential === 'session' || credential.kind === 'unknown') throw unauthorized()
    return authenticateApiToken(contextOf(runtime, event), credential.secret)
  }

  async function resolveSession(event: OperationEvent): Promise<SessionAccess> {
    const claim = await sessions.read(event as HttpEvent, event.now)
    if (!claim) throw unauthorized()
    const context = contextOf(runtime, event)
    const header = headerOf(event, organizationIdHeader.toLowerCase())
    const wanted = header === undefined ? undefined : organizationIdValue().safeParse(header)
    const confirmed = wanted?.error ? refuseOrganizationId(context, claim) : claim.confirm(context)
    const session = await loadSessionAccess(context, claim.userId, confirmed, wanted?.data)
    if (session) return session
    throw unauthorized()
  }

  return {
    before: async function resolveAccess({ event }: OperationRequest) {
      event.access = await resolve(event)
    },
  }
}

/** Checks the credential first, so that a caller without a valid one learns nothing else. */
async function refuseOrganizationId(
  context: Context,
  claim: SessionClaim,
): Promise<CanonicalUser | undefined> {
  if (!(await claim.confirm(context))) return undefined
  throw new ServiceError('invalid_request', 'The request is not valid.', {
    details: [{ path: organizationIdHeader, message: 'Use the id of an organization.' }],
  })
}

function unauthorized(): ServiceError {
  return new ServiceError('unauthorized', 'Sign in first.')
}
