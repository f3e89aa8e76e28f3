import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'

/**
 * A queue for work of which only `atOnce` jobs may run at a time. It serves its clients round robin, one job of each: a
 * thousand jobs of one client delay each other, but a job of another client by one job only.
 */
export function createFairQueue(atOnce: number) {
  let running = 0
  /** Waiting jobs by client; the client that is served next comes first. */
  const clients = new Map<string, (() => void)[]>()

  function wait(client: string): Promise<void> {
    return new Promise((resolve) => {
      const waiting = clients.get(client)
      if (waiting) waiting.push(resolve)
      else clients.set(client, [resolve])
    })
  }

  /** Starts the next waiting job, if any. */
  function startNext(): void {
    const [client, waiting] = clients.entries().next().value ?? []
    if (client === undefined || waiting === undefined) {
      running--
      return
    }
    clients.delete(client)
    const next = waiting.shift()
    if (waiting.length > 0) clients.set(client, waiting)
    next?.()
  }

  return async function runQueued<T>(client: string, work: () => Promise<T>): Promise<T> {
    if (running < atOnce) running++
    else await wait(client)
    try {
      return await work()
    } finally {
      startNext()
    }
  }
}

/**
 * Passwords as argon2id PHC strings. Parameters are OWASP's minimum for argon2id (Password Storage Cheat Sheet):
 * 19 MiB, two passes, one lane.
 */

const deriveKey = promisify(argon2)

type Parameters = { memoryKib: number; passes: number; parallelism: number }

const currentParameters: Parameters = { memoryKib: 19 * 1024, passes: 2, parallelism: 1 }
const saltBytes = 16
const hashBytes = 32

/**
 * One hash per processor at a time: more would finish none of them sooner, and a flood of guesses would compete with
 * the rest of the process. Its clients are network addresses, so a flood delays only itself.
 */
const runQueued = createFairQueue(availableParallelism())

function derive(password: string, salt: Buffer, parameters: Parameters, client: string): Promise<Buffer> {
  return runQueued(client, () =>
    deriveKey('argon2id', {
      message: Buffer.from(password, 'utf8'),
      nonce: salt,
      memory: parameters.memoryKib,
      passes: parameters.passes,
      parallelism: parameters.parallelism,
      tagLength: hashBytes,
    }),
  )
}

/** PHC string format, as in the argon2 reference implementation: base64 without padding. */
function phcString(salt: Buffer, hash: Buffer, { memoryKib, passes, parallelism }: Parameters): string {
  const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
  return `$argon2id$v=19$m=${memoryKib},t=${passes},p=${parallelism}$${base64(salt)}$${base64(hash)}`
}

const phcPattern = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

/** @param client  The client, for the fair queue. */
export async function hashPassword(password: string, client = ''): Promise<string> {
  const salt = randomBytes(saltBytes)
  return phcString(salt, await derive(password, salt, currentParameters, client), currentParameters)
}

// No password hashes to zeros, so every check against it fails, after the same work.
const nobodysHash = phcString(Buffer.alloc(saltBytes), Buffer.alloc(hashBytes), currentParameters)

/**
 * Returns whether the password matches the hash. Without a hash (an unknown account) it does the same work and returns
 * false, so that the time does not reveal whether an account exists.
 */
export async function verifyPassword(
  password: string,
  passwordHash: string | undefined,
  client = '',
): Promise<boolean> {
  const match = phcPattern.exec(passwordHash ?? nobodysHash)
  if (!match) throw new Error('A stored password hash is not an argon2id PHC string.')
  const [, memoryKib, passes, parallelism, salt = '', expected = ''] = match
  const parameters = {
    memoryKib: Number(memoryKib),
    passes: Number(passes),
    parallelism: Number(parallelism),
  }
  const hash = await derive(password, Buffer.from(salt, 'base64'), parameters, client)
  return timingSafeEqual(hash, Buffer.from(expected, 'base64')) && passwordHash !== undefined
}
