import { useSyncExternalStore } from 'react'

/**
 * The parts of menus, popovers, dialogs, and messages. They are a sixth of the scripts of a page, and nobody needs it before they have
 * seen the page. So they load right after: until then, what opens something looks the same, but is no control.
 */
type Parts = typeof import('./parts.tsx')

let state: Parts | 'failed' | undefined
let loading: Promise<Parts> | undefined
const listeners = new Set<() => void>()

/** Loads it, if that has not begun. */
export function loadOverlays(): Promise<Parts> {
  loading ??= import('./parts.tsx').then(
    (parts) => settle(parts),
    (error: unknown) => {
      settle('failed')
      throw error
    },
  )
  return loading
}

function settle<S extends Parts | 'failed'>(next: S): S {
  state = next
  for (const listener of listeners) listener()
  return next
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  // After the first paint. Whoever shows it says what has failed.
  loadOverlays().catch(() => undefined)
  return () => listeners.delete(listener)
}

/** Undefined while it is loaded, and `failed` if that did not work: browsers do not load a failed file again before the page is reloaded. */
export function useOverlays(): Parts | 'failed' | undefined {
  return useSyncExternalStore(subscribe, () => state)
}

/** For what is only shown when it is there. */
export function usePresentOverlays(): Parts {
  const parts = useOverlays()
  if (parts === undefined || parts === 'failed')
    throw new Error('This is for what a menu, popover, or dialog contains.')
  return parts
}

/** Whether it is still being loaded. */
export function areOverlaysPending(): boolean {
  return state === undefined && loading !== undefined
}
