export type Overlay = 'palette' | 'shortcuts' | 'new-organization' | 'sample'

const listeners = new Set<(overlay: Overlay) => void>()

/** Opens a dialog that every page has and nearly nobody needs, from anywhere. */
export function openOverlay(overlay: Overlay): void {
  for (const listener of listeners) listener(overlay)
}

export function onOpen(listener: (overlay: Overlay) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Keys typed while an overlay loads. Undefined if none does. */
let typedAhead: string | undefined

/** From here on, keys are for the overlay that loads, until somebody takes what was typed. */
export function expectTyping(): void {
  typedAhead ??= ''
}

/** Keeps a key for the overlay that loads. Returns false if none does. */
export function typeAhead(key: string): boolean {
  if (typedAhead === undefined) return false
  if (key.length === 1) typedAhead += key
  return true
}

export function takeTypedAhead(): string {
  const typed = typedAhead ?? ''
  typedAhead = undefined
  return typed
}
