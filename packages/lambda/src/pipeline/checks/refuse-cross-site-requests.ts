import { ServiceError } from '@cairn/contract/errors/errors'
import { type Operation, requiresOrigin } from '@cairn/contract/registry/operation'
import { credentialOf } from '../../auth/credentials/credential.ts'
import type { SessionReader } from '../../auth/session-reader.ts'
import { headerOf, type OperationEvent } from '../event.ts'

/**
 * Refuses a change that another site makes with a browser session (CSRF). The Origin header must equal the configured web
 * origin; a missing header and `null` do not.
 *
 * Browsers do not send API tokens by themselves, so requests with one need no Origin. Routes that start and end sessions
 * take no credential and are always checked, unless a token in the request authorizes it (`fromAnyOrigin`).
 */
export function refuseCrossSiteRequests(
  operation: Operation,
  webOrigin: string,
  sessions: SessionReader,
  event: OperationEvent,
): void {
  if (!requiresOrigin(operation) || headerOf(event, 'origin') === webOrigin) return
  const isAlwaysChecked = operation.credential === 'none'
  if (!isAlwaysChecked && credentialOf(event, sessions).kind !== 'session') return
  throw new ServiceError(
    'origin_not_allowed',
    `Changes are accepted only from ${webOrigin}: open the web app there.`,
  )
}
