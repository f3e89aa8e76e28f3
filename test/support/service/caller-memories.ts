import { type CallerMemory, createCallerMemory } from '@cairn/lambda/auth/caller-memory'

/** A memory that a test can make forget. */
export type SwitchedMemory = CallerMemory & {
  /** Whether it recalls anybody. */
  recalls: boolean
}

export function createSwitchedMemory(): SwitchedMemory {
  const memory = createCallerMemory()
  const switched: SwitchedMemory = {
    ...memory,
    recalls: true,
    recall: (key) => (switched.recalls ? memory.recall(key) : undefined),
  }
  return switched
}

/** A memory that recalls nobody. */
export const noMemory: CallerMemory = {
  recall: () => undefined,
  remember: () => undefined,
  forget: () => undefined,
}
