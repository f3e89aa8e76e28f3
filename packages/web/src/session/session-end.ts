import { useSyncExternalStore } from 'react'

/**
 * Whether the session has died while somebody was working. The page stays as it is, with everything typed, and a
 * dialog lets the person sign in again.
 */
let ended = false
const listeners = new Set<() => void>()

function set(next: boolean): void {
  if (ended === next) return
  ended = next
  for (const listener of listeners) listener()
}

/** The person is logging out: an end that needs no dialog. */
let isExpected = false

export function reportSessionEnd(): void {
  if (!isExpected) set(true)
}

export function reportSessionBack(): void {
  isExpected = false
  set(false)
}

export function expectSessionEnd(expected: boolean): void {
  isExpected = expected
}

export function useSessionEnded(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => ended,
  )
}
