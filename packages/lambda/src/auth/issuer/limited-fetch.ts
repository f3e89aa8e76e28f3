/** How the service asks an issuer: responses of bounded size, no redirects, and a limit on failing attempts. */
import { unavailable } from '@cairn/domain/storage/database/unavailable'

/** Far more than any document of an issuer needs. */
const maximumBytes = 512 * 1024

const attempts = { maximum: 5, withinMilliseconds: 10_000 }

/**
 * Fetches and reads a response. Redirects are not followed: they could lead anywhere.
 * @throws if the response is too large, and whatever `fetch` throws.
 */
export async function limitedFetch(url: string, options: RequestInit): Promise<Response> {
  const response = await fetch(url, { ...options, redirect: 'manual' })
  const bytes = await readLimited(response)
  const { status, headers } = response
  return new Response(bytes.length === 0 ? null : bytes, { status, headers })
}

async function readLimited({ body }: Response): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let size = 0
  // Leaving the loop closes the connection.
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > maximumBytes) throw new Error('The response of the issuer is too large.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/**
 * Limits the attempts of a function that fetches from an issuer, so that strangers cannot make the service flood one that fails.
 * @throws `unavailable` for every kind of failure.
 */
export function limitAttempts<A extends unknown[], T>(
  fetchIt: (...given: A) => Promise<T>,
): (...given: A) => Promise<T> {
  let begun: number[] = []
  return async (...given) => {
    const now = Date.now()
    begun = begun.filter((moment) => moment > now - attempts.withinMilliseconds)
    try {
      if (begun.length >= attempts.maximum) throw new Error('Fetching has failed too often recently.')
      begun.push(now)
      return await fetchIt(...given)
    } catch (error) {
      throw unavailable(error)
    }
  }
}
