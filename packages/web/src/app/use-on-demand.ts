import { useState } from 'react'

/**
 * A part of a page that is loaded when somebody goes for it. `React.lazy` would remember a failure for ever; here the
 * next press tries again.
 */
export function useOnDemand<Part>(load: () => Promise<Part>) {
  const [part, setPart] = useState<Part>()
  const [failure, setFailure] = useState<unknown>()

  /** Ahead of time, when a pointer or the focus comes near; failures wait for the press. */
  function preload(): void {
    if (part === undefined) load().catch(() => undefined)
  }

  async function open(then: () => void): Promise<void> {
    setFailure(undefined)
    try {
      const loaded = await load()
      setPart(() => loaded)
      then()
    } catch (error) {
      setFailure(error)
    }
  }

  return { part, failure, preload, open }
}
