import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { pauseWhileAwake } from '../../data/live/following/pause.ts'

/** After the page has loaded what it shows. */
const delayMilliseconds = 4_000

/** Sets the time zone of somebody who never chose one, in the background. If that fails, the next page tries again. */
export function useAdoptedTimeZone(userId: string): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    const controller = new AbortController()
    async function adopt(): Promise<void> {
      await pauseWhileAwake(() => delayMilliseconds, controller.signal)
      if (controller.signal.aborted) return
      const { adoptTimeZone } = await import('./adopt-time-zone.ts')
      await adoptTimeZone(queryClient, userId)
    }
    adopt().catch(() => undefined)
    return () => controller.abort()
  }, [queryClient, userId])
}
