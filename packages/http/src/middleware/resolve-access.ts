import { ServiceError } from '@cairn/contract/errors'
import type { Operation } from '@cairn/contract/operation'
import { type Access, accessOfSession, type SessionAccess } from '@cairn/domain/access'
import { authenticateApiToken } from '@cairn/domain/api-tokens/authenticate-api-token'
import { loadSessionAccess } from '@cairn/domain/organizations/session-access'
import { credentialOf } from '../auth/credential.ts'
import type { SessionReader } from '../auth/session-reader.ts'
import { contextOf } from '../context.ts'
import type { HttpEvent, OperationEvent, OperationRequest } from '../event.ts'
import type { Runtime } from '../runtime.ts'

/** Finds out who calls, by the credential that the operation asks for. API tokens open only what is declared for them. */
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
    const context = contextOf(runtime, event)
    const session = claim && (await loadSessionAccess(context, claim.userId, claim.confirm(context)))
    if (session) return session
    throw unauthorized()
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
