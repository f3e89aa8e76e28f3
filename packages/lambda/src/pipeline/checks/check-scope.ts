import { ServiceError } from '@cairn/contract/errors'
import type { Operation } from '@cairn/contract/operation'
import type { Access } from '@cairn/domain/access'
import type { OperationRequest } from '../event.ts'

/** Refuses an API token that has none of the operation's scopes. Scopes do not limit a session. */
export function checkScope(operation: Operation) {
  return {
    before: function checkScope({ event }: OperationRequest) {
      if (operation.credential !== 'session_or_token') return
      const { scopes } = event.access as Access
      if (scopes === 'session' || operation.scopes.some((scope) => scopes.has(scope))) return
      throw new ServiceError('insufficient_scope', `The token needs ${operation.scopes.join(' or ')}.`)
    },
  }
}
