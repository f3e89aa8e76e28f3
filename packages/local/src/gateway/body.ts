import type { IncomingMessage } from 'node:http'

/**
 * The largest request: Lambda accepts 6 MB for a synchronous invocation, less than API Gateway's 10 MB
 * (https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html).
 */
const payloadLimitBytes = 6 * 1024 * 1024

/** Reading to the end lets a client finish sending and then read the 413. Beyond this size the client is cut off. */
const drainLimitBytes = 64 * 1024 * 1024

const firstCapacityBytes = 4 * 1024

/**
 * Reads the body of a request to its end, keeps at most the first `keptBytes` and discards the rest as it arrives.
 * Returns `too_large` if the body exceeds Lambda's limit, `endless` if the client was still sending when reading stopped, and
 * `undefined` if the client is gone or its bytes were refused while reading.
 *
 * Chunks are copied into one buffer: a chunk of one byte costs a hundred bytes if it is kept as Node's object.
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
