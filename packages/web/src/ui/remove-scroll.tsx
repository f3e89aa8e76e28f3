import { type ElementType, type ReactNode, useEffect } from 'react'

/** How many open layers keep the page from scrolling. */
let locks = 0

function lock(): () => void {
  locks += 1
  document.documentElement.toggleAttribute('data-scroll-locked', true)
  return () => {
    locks -= 1
    document.documentElement.toggleAttribute('data-scroll-locked', locks > 0)
  }
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
