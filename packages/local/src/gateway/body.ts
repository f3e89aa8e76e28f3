import type { IncomingMessage } from 'node:http'

/**
 * What an invocation may carry: Lambda takes 6 MB synchronously, which is less than API Gateway's 10 MB
 * (https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html).
 */
const payloadLimitBytes = 6 * 1024 * 1024

/** Reading on lets a client finish sending and then read the 413; from here on it is cut off. */
const drainLimitBytes = 64 * 1024 * 1024

const firstCapacityBytes = 4 * 1024

/**
 * Reads the body of a request to its end and returns at most its first `keptBytes`; the rest is thrown away as it comes.
 * `too_large`: it exceeds Lambda's limit. `endless`: the client was still sending when reading stopped. Undefined where the
 * client is gone, or what it sent was refused while it was read.
 *
 * What is kept is copied together: a chunk of one byte, kept as the object that Node makes of it, takes a hundred.
 */
export function readBody(
  request: IncomingMessage,
  keptBytes: number,
): Promise<Buffer | 'too_large' | 'endless' | undefined> {
  let kept = Buffer.alloc(0)
  let length = 0
  let size = 0

  function keep(chunk: Buffer): void {
    const needed = Math.min(length + chunk.length, keptBytes)
    if (needed > kept.length) {
      const grown = Buffer.allocUnsafeSlow(
        Math.min(keptBytes, Math.max(needed, 2 * kept.length, firstCapacityBytes)),
      )
      kept.copy(grown, 0, 0, length)
      kept = grown
    }
    length += chunk.copy(kept, length)
  }

  return new Promise((resolve) => {
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > payloadLimitBytes) kept = Buffer.alloc(0)
      else keep(chunk)
      if (size <= drainLimitBytes) return
      request.pause()
      resolve('endless')
    })
    request.on('end', () => resolve(size > payloadLimitBytes ? 'too_large' : kept.subarray(0, length)))
    request.on('error', () => resolve(undefined))
    request.on('close', () => resolve(undefined))
  })
}
