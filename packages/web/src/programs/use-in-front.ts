import { useEffect, useState } from 'react'

/** Longer than the pause between the two presses of a double click. */
const settlingMilliseconds = 600

/**
 * Whether the page has been in front for a moment. Another site could open a window above it, ask for a double click there, and
 * close the window after the first press, so that the second one lands here. No header prevents that.
 */
export function useInFront(): boolean {
  const [isInFront, setIsInFront] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const restart = () => {
      setIsInFront(false)
      clearTimeout(timer)
      timer = setTimeout(() => setIsInFront(true), settlingMilliseconds)
    }
    restart()
    addEventListener('focus', restart)
    document.addEventListener('visibilitychange', restart)
    return () => {
      clearTimeout(timer)
      removeEventListener('focus', restart)
      document.removeEventListener('visibilitychange', restart)
    }
  }, [])
  return isInFront
}
