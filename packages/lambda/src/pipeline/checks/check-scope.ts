import { ServiceError } from '@cairn/contract/errors'
import type { Operation } from '@cairn/contract/operation'
import type { Access } from '@cairn/domain/access'
import type { OperationRequest } from '../event.ts'

/** Refuses an API token that has none of the operation's scopes. Scopes do not limit a session. */
export function checkScope(operation: Operation) {
  return {
    before: function checkScope({ event }: OperationRequest) {
      requireScope(operation, event.access as Access)
    },
  }
}

export function requireScope(operation: Operation, access: Access): void {
  if (operation.credential !== 'session_or_token' || allows(operation, access)) return
  throw new ServiceError('insufficient_scope', `The token needs ${operation.scopes.join(' or ')}.`)
}

/** Whether the caller's scopes allow an operation. */
export function allows(operation: Operation, { scopes }: Pick<Access, 'scopes'>): boolean {
  if (operation.credential !== 'session_or_token' || scopes === 'session') return true
  return operation.scopes.some((scope) => scopes.has(scope))
}
