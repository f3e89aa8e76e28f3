import { type ElementType, type ReactNode, useEffect } from 'react'

/** The number of open layers that lock scrolling. */
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
 * Replaces `react-remove-scroll` in Radix (see vite.config.ts). It sets an attribute for the style sheet instead of
 * inserting a style element.
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
