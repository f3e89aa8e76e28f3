import { createHash, timingSafeEqual } from 'node:crypto'
import { ServiceError } from '@cairn/contract/errors'
import { unavailable } from '@cairn/domain/database/unavailable'
import { headerOf, type OperationRequest } from '../event.ts'

/** Set by the distribution on every request to the API; it replaces what a client sends under this name. */
export const originVerifyHeader = 'x-origin-verify'

/**
 * Refuses a request that did not come through the distribution in front of the API. The gateway's own address is
 * public: without this check it would be a way around the distribution's firewall and around a proxy before it.
 *
 * @param secrets  Those that are valid; without any, nothing stands in front and nothing is checked.
 * @param fetchSecrets  Those that are valid now, for a secret that may have been rotated since. Called when none fits, but
 *   once a minute at most: strangers decide how often that is. While it fails, requests that do not fit get 503, since
 *   they may be right.
 */
export function requireDistributionSecret(
  secrets: readonly string[],
  fetchSecrets?: () => Promise<string[]>,
) {
  let digests = secrets.map(digestOf)
  let lastFetch: { at: number; digests: Promise<Buffer[]> } | undefined
  const isValid = (presented: Buffer) => digests.some((digest) => timingSafeEqual(digest, presented))

  async function refresh(fetch: () => Promise<string[]>): Promise<void> {
    const now = Date.now()
    if (lastFetch === undefined || now - lastFetch.at >= fetchPauseInMilliseconds) {
      lastFetch = { at: now, digests: fetch().then((current) => current.map(digestOf)) }
    }
    try {
      digests = await lastFetch.digests
    } catch (error) {
      throw unavailable(error)
    }
  }

  return {
    before: async function requireDistributionSecret({ event }: OperationRequest) {
      if (secrets.length === 0) return
      const header = headerOf(event, originVerifyHeader)
      if (header) {
        const presented = digestOf(header)
        if (isValid(presented)) return
        if (fetchSecrets) await refresh(fetchSecrets)
        if (isValid(presented)) return
      }
      throw new ServiceError('origin_not_allowed', "Use the service's own address, not the gateway's.")
    },
  }
}

const fetchPauseInMilliseconds = 60_000

/** Of one length whatever was sent, as a comparison in constant time needs it. */
function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
