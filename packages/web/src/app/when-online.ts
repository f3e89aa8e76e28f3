function backOnline(): Promise<void> {
  return new Promise((resolve) => addEventListener('online', () => resolve(), { once: true }))
}

/**
 * Loads a part of the app; without a connection it waits for one instead of failing, while the banner says why. A
 * failure with a connection is passed on: the app was deployed anew, and the router loads it again.
 */
export function whenOnline<Part>(load: () => Promise<Part>): () => Promise<Part> {
  return async () => {
    for (;;) {
      try {
        return await load()
      } catch (error) {
        if (navigator.onLine) throw error
        await backOnline()
      }
    }
  }
}
