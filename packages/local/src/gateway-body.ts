import type { IncomingMessage } from 'node:http'

/**
 * What an invocation may carry: Lambda takes 6 MB synchronously, each way, which is less than API Gateway's 10 MB
 * (https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html).
 */
export const payloadLimitBytes = 6 * 1024 * 1024

/** Reading on lets a client finish sending and then read the 413; from here on it is cut off. */
const drainLimitBytes = 64 * 1024 * 1024

/**
 * The body of a request. `too_large`: it is over the limit, but was read to its end and thrown away. `endless`: the
 * client was still sending when reading stopped. Throws where the client goes away.
 */
export async function readBody(request: IncomingMessage): Promise<Buffer | 'too_large' | 'endless'> {
  let chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length
    if (size <= payloadLimitBytes) chunks.push(chunk)
    else chunks = []
    if (size > drainLimitBytes) return 'endless'
  }
  return size > payloadLimitBytes ? 'too_large' : Buffer.concat(chunks, size)
}
