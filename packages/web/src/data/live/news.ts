import type { Event } from '@cairn/contract/schemas/feed/events'
import { useEffect, useRef } from 'react'

type Listener = (events: Event[]) => void

const listeners = new Set<Listener>()

/** Tells the page what has happened that it did not show before, oldest first. */
export function tellNews(events: Event[]): void {
  for (const listener of listeners) listener(events)
}

/** Calls `listener` with what has happened since the page was loaded. */
export function useNews(listener: Listener): void {
  const latest = useRef(listener)
  useEffect(() => {
    latest.current = listener
  })
  useEffect(() => {
    const tell: Listener = (events) => latest.current(events)
    listeners.add(tell)
    return () => {
      listeners.delete(tell)
    }
  }, [])
}
