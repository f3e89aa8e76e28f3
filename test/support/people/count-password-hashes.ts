import { createHook } from 'node:async_hooks'

/** Counts the argon2 hashes that this process starts. */
export function countPasswordHashes(): { stop(): number } {
  let hashes = 0
  const hook = createHook({
    init: (_, type) => {
      if (type === 'ARGON2REQUEST') hashes++
    },
  }).enable()
  return {
    stop: () => {
      hook.disable()
      return hashes
    },
  }
}
