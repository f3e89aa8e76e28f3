import { createHash, timingSafeEqual } from 'node:crypto'
import { ServiceError } from '@cairn/contract/errors'
import { headerOf, type OperationRequest } from '../event.ts'

/** Set by the distribution on every request to the API; it replaces what a client sends under this name. */
export const originVerifyHeader = 'x-origin-verify'

/**
 * Refuses a request that did not come through the distribution in front of the API. The gateway's own address is
 * public: without this check it would be a way around the distribution's firewall and around a proxy before it.
 *
 * @param secrets  Those that are valid; without any, nothing stands in front and nothing is checked.
 */
export function verifyOrigin(secrets: readonly string[]) {
  const digests = secrets.map(digestOf)
  return {
    before: function verifyOrigin({ event }: OperationRequest) {
      if (digests.length === 0) return
      const presented = digestOf(headerOf(event, originVerifyHeader) ?? '')
      if (digests.some((digest) => timingSafeEqual(digest, presented))) return
      throw new ServiceError('origin_not_allowed', "Use the service's own address, not the gateway's.")
    },
  }
}

/** Of one length whatever was sent, as a comparison in constant time needs it. */
function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
