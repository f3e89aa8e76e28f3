export type Overlay = 'palette' | 'shortcuts'

const listeners = new Set<(overlay: Overlay) => void>()

/** Opens the command palette or the list of shortcuts, from anywhere. */
export function openOverlay(overlay: Overlay): void {
  for (const listener of listeners) listener(overlay)
}

export function onOpen(listener: (overlay: Overlay) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
