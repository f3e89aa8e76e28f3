import { type ElementType, type ReactNode, useEffect } from 'react'

/** How many open layers keep the page from scrolling. */
let locks = 0

function count(change: 1 | -1): void {
  locks += change
  if (locks > 0) document.documentElement.dataset.scrollLocked = String(locks)
  else delete document.documentElement.dataset.scrollLocked
}

function lock(): () => void {
  count(1)
  return () => count(-1)
}

type RemoveScrollProps = {
  as?: ElementType
  enabled?: boolean
  allowPinchZoom?: boolean
  shards?: unknown
  children?: ReactNode
}

/**
 * Stands in for `react-remove-scroll` below Radix (see vite.config.ts): the same component, with an attribute that
 * the style sheet knows instead of a style element made by script.
 */
export function RemoveScroll({
  as: Element = 'div',
  enabled = true,
  allowPinchZoom: _pinch,
  shards: _shards,
  ...rest
}: RemoveScrollProps) {
  useEffect(() => (enabled ? lock() : undefined), [enabled])
  return <Element {...rest} />
}
