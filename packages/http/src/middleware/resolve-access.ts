import { ServiceError } from '@cairn/contract/errors'
import type { Operation } from '@cairn/contract/operation'
import { type Access, accessOfSession, type SessionAccess } from '@cairn/domain/access'
import { authenticateApiToken } from '@cairn/domain/api-tokens/authenticate-api-token'
import { loadSessionAccess } from '@cairn/domain/organizations/session-access'
import type { SessionReader } from '../auth/session-reader.ts'
import { contextOf } from '../context.ts'
import { type HttpEvent, headerOf, type OperationEvent, type OperationRequest } from '../event.ts'
import type { Runtime } from '../runtime.ts'

/**
 * Finds out who calls, by the credential that the operation asks for. A request with an `Authorization` header
 * is judged by that header alone; API tokens open only what is declared for them.
 */
export function resolveAccess(operation: Operation, runtime: Runtime, sessions: SessionReader) {
  const { credential } = operation

  async function resolve(event: OperationEvent): Promise<SessionAccess | Access | undefined> {
    if (credential === 'none') return undefined
    const authorization = headerOf(event, 'authorization')
    if (authorization === undefined) {
      const session = await resolveSession(event)
      return credential === 'session' ? session : accessOfSession(session)
    }
    if (credential === 'session') throw unauthorized()
    return resolveApiToken(authorization, event)
  }

  async function resolveSession(event: OperationEvent): Promise<SessionAccess> {
    const claim = sessions.read(event as HttpEvent)
    const context = contextOf(runtime, event)
    const session = claim && (await loadSessionAccess(context, claim.userId, claim.confirm(context)))
    if (session) return session
    throw unauthorized()
  }

  async function resolveApiToken(authorization: string, event: OperationEvent): Promise<Access> {
    // RFC 6750, 2.1; the scheme in any case (RFC 9110, 11.1).
    const [, secret] = /^bearer +(\S+)$/i.exec(authorization) ?? []
    if (secret === undefined) throw unauthorized()
    return authenticateApiToken(contextOf(runtime, event), secret)
  }

  return {
    before: async function resolveAccess({ event }: OperationRequest) {
      event.access = await resolve(event)
    },
  }
}

function unauthorized(): ServiceError {
  return new ServiceError('unauthorized', 'Sign in first.')
}
