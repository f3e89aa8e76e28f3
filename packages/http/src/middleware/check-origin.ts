import { ServiceError } from '@cairn/contract/errors'
import { isMutation, type Operation } from '@cairn/contract/operation'
import { headerOf, type OperationRequest } from '../event.ts'

/**
 * Refuses a change that a browser session would make from another site (CSRF). The Origin header must be the
 * configured web origin to the letter; a missing one and `null` are not.
 *
 * A request with an `Authorization` header is no browser session, whatever cookie it carries, and needs no
 * Origin; but the routes that begin and end sessions have no such credential, and are always checked.
 */
export function checkOrigin(operation: Operation, webOrigin: string) {
  const isAlwaysChecked = operation.credential === 'none'
  return {
    before: function checkOrigin({ event }: OperationRequest) {
      if (!isMutation(operation)) return
      if (!isAlwaysChecked && headerOf(event, 'authorization') !== undefined) return
      if (headerOf(event, 'origin') === webOrigin) return
      throw new ServiceError(
        'origin_not_allowed',
        'Requests that change something must come from the web application.',
      )
    },
  }
}
