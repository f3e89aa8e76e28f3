import { ServiceError } from '@cairn/contract/errors'
import { isMutation, type Operation } from '@cairn/contract/operation'
import { credentialOf } from '../../auth/credential.ts'
import type { SessionReader } from '../../auth/session-reader.ts'
import { headerOf, type OperationRequest } from '../event.ts'

/**
 * Refuses a change that a browser session would make from another site (CSRF). The Origin header must be the
 * configured web origin to the letter; a missing one and `null` are not.
 *
 * An API token is not sent by itself and needs no Origin; but the routes that begin and end sessions take no such
 * credential, and are always checked.
 */
export function refuseCrossSiteRequests(operation: Operation, webOrigin: string, sessions: SessionReader) {
  const isAlwaysChecked = operation.credential === 'none'
  return {
    before: function refuseCrossSiteRequests({ event }: OperationRequest) {
      if (!isMutation(operation) || headerOf(event, 'origin') === webOrigin) return
      if (!isAlwaysChecked && credentialOf(event, sessions).kind !== 'session') return
      throw new ServiceError(
        'origin_not_allowed',
        `Changes are accepted only from ${webOrigin}: open the web application there.`,
      )
    },
  }
}
