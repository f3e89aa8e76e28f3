/** Whether the app has started without a connection, and shows what was last seen. */
let isReading = false
const listeners = new Set<() => void>()

export function isReadingOffline(): boolean {
  return isReading
}

export function setReadingOffline(value: boolean): void {
  isReading = value
  for (const listener of listeners) listener()
}

export function onReadingOffline(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
