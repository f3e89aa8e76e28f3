import { ServiceError } from '@cairn/contract/errors'
import { type Operation, requiresOrigin } from '@cairn/contract/operation'
import { credentialOf } from '../../auth/credential.ts'
import type { SessionReader } from '../../auth/session-reader.ts'
import { headerOf, type OperationRequest } from '../event.ts'

/**
 * Refuses a change that another site makes with a browser session (CSRF). The Origin header must equal the configured web
 * origin; a missing header and `null` do not.
 *
 * Browsers do not send API tokens by themselves, so requests with one need no Origin. Routes that start and end sessions
 * take no credential and are always checked, unless a token in the request authorizes it (`fromAnyOrigin`).
 */
export function refuseCrossSiteRequests(operation: Operation, webOrigin: string, sessions: SessionReader) {
  const isAlwaysChecked = operation.credential === 'none'
  return {
    before: function refuseCrossSiteRequests({ event }: OperationRequest) {
      if (!requiresOrigin(operation) || headerOf(event, 'origin') === webOrigin) return
      if (!isAlwaysChecked && credentialOf(event, sessions).kind !== 'session') return
      throw new ServiceError(
        'origin_not_allowed',
        `Changes are accepted only from ${webOrigin}: open the web app there.`,
      )
    },
  }
}
