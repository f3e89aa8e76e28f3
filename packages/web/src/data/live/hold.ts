import { useEffect } from 'react'

/**
 * While a form, a conflict, or a question about a goal is open, the goal behind it stays as it was when it opened: nothing
 * that somebody reads or types into changes or disappears. The service detects a change when the form is sent.
 */
let holds = 0
const waiting = new Map<string, () => void>()

/** Holds live updates back while `isHeld`. */
export function useHold(isHeld: boolean): void {
  useEffect(() => (isHeld ? hold() : undefined), [isHeld])
}

/** Returns a function that ends the hold. */
export function hold(): () => void {
  holds += 1
  return () => {
    holds -= 1
    if (holds > 0) return
    const updates = [...waiting.values()]
    waiting.clear()
    for (const update of updates) update()
  }
}

/** Runs the update now, or when nothing is held any more. Of several with one key, only the last runs. */
export function whenNotHeld(key: string, update: () => void): void {
  if (holds === 0) update()
  else waiting.set(key, update)
}
