import type { Caller } from '@cairn/domain/requests/access'

/**
 * A process's memory of callers whose credential it has verified: who they are and in which organization they
 * act. It contains nothing that can be taken away: no role, no membership, no expiry. A request may start its reads
 * with it, and returns nothing before the credential is verified again (`pipeline/with-access.ts`).
 */
export type CallerMemory = {
  /** @param key  The hash of the credential's secret, or what else only its holder can present. */
  recall(key: string): Caller | undefined
  remember(key: string, caller: Caller): void
  forget(key: string): void
}

/** About 3 MB. */
const maximumCallers = 4_096

/** Returns a memory that forgets the caller who has been away longest when it is full. */
export function createCallerMemory(maximum = maximumCallers): CallerMemory {
  /** The order of a map is that of insertion. */
  const callers = new Map<string, Caller>()
  return {
    recall: (key) => callers.get(key),
    remember: (key, caller) => {
      callers.delete(key)
      callers.set(key, caller)
      for (const oldest of callers.keys()) {
        if (callers.size <= maximum) break
        callers.delete(oldest)
      }
    },
    forget: (key) => callers.delete(key),
  }
}
