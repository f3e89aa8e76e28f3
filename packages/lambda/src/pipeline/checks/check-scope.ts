import { ServiceError } from '@cairn/contract/errors/errors'
import type { Operation } from '@cairn/contract/registry/operation'
import type { Access } from '@cairn/domain/requests/access'

/** Refuses an API token that has none of the operation's scopes. Scopes do not limit a session. */
export function requireScope(operation: Operation, access: Access): void {
  if (operation.credential !== 'session_or_token' || allows(operation, access)) return
  throw new ServiceError('insufficient_scope', `The token needs ${operation.scopes.join(' or ')}.`)
}

/** Whether the caller's scopes allow an operation. */
export function allows(operation: Operation, { scopes }: Pick<Access, 'scopes'>): boolean {
  if (operation.credential !== 'session_or_token' || scopes === 'session') return true
  return operation.scopes.some((scope) => scopes.has(scope))
}
