import { useRef, useState } from 'react'
import { isChunkLoadError, isReachable } from './when-online.ts'

/**
 * Loads a component when it is first needed. After a failure, the next press tries again; after a chunk load error, it
 * reloads the page, because browsers do not fetch a failed module twice.
 */
export function useOnDemand<Part>(load: () => Promise<Part>) {
  const [part, setPart] = useState<Part>()
  const [failure, setFailure] = useState<unknown>()
  const hasLoadError = useRef(false)

  async function fetchPart(): Promise<Part> {
    if (!navigator.onLine) throw new DOMException('Offline.', 'NetworkError')
    try {
      return await load()
    } catch (error) {
      hasLoadError.current = isChunkLoadError(error)
      throw error
    }
  }

  /** Loads early, on hover or focus. Ignores failures until the press. */
  function preload(): void {
    if (part === undefined && !hasLoadError.current) fetchPart().catch(() => undefined)
  }

  async function open(then: () => void): Promise<void> {
    setFailure(undefined)
    try {
      if (hasLoadError.current && (await isReachable())) location.reload()
      const loaded = part ?? (await fetchPart())
      setPart(() => loaded)
      then()
    } catch (error) {
      setFailure(error)
    }
  }

  return { part, failure, preload, open }
}
