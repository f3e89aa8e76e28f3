import { createHash, timingSafeEqual } from 'node:crypto'
import { ServiceError } from '@cairn/contract/errors/errors'
import { unavailable } from '@cairn/domain/storage/database/unavailable'
import { headerOf, type OperationRequest } from '../event.ts'

/** The distribution sets this header on every request to the API, replacing what the client sent. */
export const distributionSecretHeader = 'x-origin-verify'

/**
 * Refuses a request that did not come through the distribution in front of the API. The gateway's own address is public:
 * without this check it would bypass the distribution's firewall and a proxy in front of it.
 *
 * @param secrets  The valid secrets. If there are none, there is no distribution, and nothing is checked.
 * @param fetchSecrets  Fetches the secrets that are valid now, after a rotation. Called if no secret matches, but at most
 *   once a minute, since strangers decide how often that happens. While it fails, such requests get 503: their secret may
 *   be a new one.
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
    if (lastFetch === undefined || now - lastFetch.at >= fetchPauseMilliseconds) {
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
      const header = headerOf(event, distributionSecretHeader)
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

const fetchPauseMilliseconds = 60_000

/** Gives every text the same length, which a comparison in constant time needs. */
function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
