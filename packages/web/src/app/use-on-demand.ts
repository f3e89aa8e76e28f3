import { useRef, useState } from 'react'
import { isChunkLoadError, isReachable } from './when-online.ts'

/**
 * A part of a page that is loaded when somebody goes for it. The next press tries again after a failure; if the browser
 * would not fetch the part a second time, by loading the page anew.
 */
export function useOnDemand<Part>(load: () => Promise<Part>) {
  const [part, setPart] = useState<Part>()
  const [failure, setFailure] = useState<unknown>()
  const isLost = useRef(false)

  async function fetchPart(): Promise<Part> {
    if (!navigator.onLine) throw new DOMException('There is no connection.', 'NetworkError')
    try {
      return await load()
    } catch (error) {
      isLost.current = isChunkLoadError(error)
      throw error
    }
  }

  /** Ahead of time, when a pointer or the focus comes near; failures wait for the press. */
  function preload(): void {
    if (part === undefined && !isLost.current) fetchPart().catch(() => undefined)
  }

  async function open(then: () => void): Promise<void> {
    setFailure(undefined)
    try {
      if (isLost.current && (await isReachable())) location.reload()
      const loaded = part ?? (await fetchPart())
      setPart(() => loaded)
      then()
    } catch (error) {
      setFailure(error)
    }
  }

  return { part, failure, preload, open }
}
