/** Keys that wait for what they open. Later ones wait behind them, so they keep their order. */
export type WaitingKeys<Key> = {
  areSome(): boolean
  add(key: Key): void
}

/**
 * @param isReady  Settles when the keys can be pressed.
 * @param press  Presses the next key. The page shows what that did before the one after it.
 */
export function createWaitingKeys<Key extends object>(
  isReady: () => Promise<unknown>,
  press: (key: Key) => void,
): WaitingKeys<Key> {
  const keys: Key[] = []

  function pressNext(): void {
    const [key] = keys
    if (key) press(key)
    keys.shift()
    if (keys.length > 0) setTimeout(pressNext)
  }

  return {
    areSome: () => keys.length > 0,
    add(key) {
      keys.push(key)
      if (keys.length > 1) return
      isReady()
        .catch(() => undefined)
        // The page shows first what has come.
        .then(() => setTimeout(pressNext))
    },
  }
}
