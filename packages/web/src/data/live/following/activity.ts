/** The acts of a person: input, a change, or showing the tab. */
export type Activity = {
  note(): void
  quietMilliseconds(): number
  /** Calls the listener whenever somebody acts, until the returned function is called. */
  onActivity(listener: () => void): () => void
}

export function createActivity(): Activity {
  let actedAt = Date.now()
  const listeners = new Set<() => void>()
  return {
    note() {
      actedAt = Date.now()
      for (const listener of listeners) listener()
    },
    quietMilliseconds: () => Date.now() - actedAt,
    onActivity(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The activity in this tab, and in other tabs of the browser that show the same organization. */
export const activity: Activity = createActivity()

/** Scrolling alone sends dozens of events a second. */
const fewestMilliseconds = 1_000

const inputs = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const

/** Takes note of input, and of the tab being shown, until `signal` is aborted. */
export function watchActivity(signal: AbortSignal): void {
  const note = () => {
    if (activity.quietMilliseconds() >= fewestMilliseconds) activity.note()
  }
  const options = { signal, capture: true, passive: true }
  for (const input of inputs) addEventListener(input, note, options)
  addEventListener('visibilitychange', () => document.visibilityState === 'visible' && note(), options)
}
