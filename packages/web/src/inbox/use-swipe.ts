import { type PointerEvent, useRef } from 'react'

/** A swipe of so many pixels does it. */
const swipePixels = 96
/** Fewer may be a tap. */
const startPixels = 12

/**
 * Lets a finger swipe an element to a side. The element follows it; let go in the middle, it returns. Buttons do the same, so nobody has to.
 */
export function useSwipe(onSwipe: () => void) {
  const start = useRef<{ x: number; y: number } | undefined>(undefined)
  const isSwiping = useRef(false)

  function move(element: HTMLElement, pixels: number): void {
    element.style.transform = pixels === 0 ? '' : `translateX(${pixels}px)`
    element.style.opacity = pixels === 0 ? '' : String(Math.max(0.3, 1 - Math.abs(pixels) / 320))
  }

  function end(element: HTMLElement): void {
    start.current = undefined
    move(element, 0)
  }

  return {
    onPointerDown: ({ pointerType, clientX: x, clientY: y }: PointerEvent<HTMLElement>) => {
      isSwiping.current = false
      if (pointerType === 'touch') start.current = { x, y }
    },
    onPointerMove: ({ currentTarget, clientX, pointerId }: PointerEvent<HTMLElement>) => {
      if (!start.current) return
      const pixels = clientX - start.current.x
      if (Math.abs(pixels) < startPixels) return
      if (!isSwiping.current) currentTarget.setPointerCapture(pointerId)
      isSwiping.current = true
      move(currentTarget, pixels)
    },
    onPointerUp: ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
      const isDone = isSwiping.current && Math.abs(clientX - (start.current?.x ?? clientX)) >= swipePixels
      end(currentTarget)
      if (isDone) onSwipe()
    },
    onPointerCancel: ({ currentTarget }: PointerEvent<HTMLElement>) => end(currentTarget),
    /** The tap at the end of a swipe opens nothing. */
    onClickCapture: (event: { preventDefault(): void; stopPropagation(): void }) => {
      if (!isSwiping.current) return
      isSwiping.current = false
      event.preventDefault()
      event.stopPropagation()
    },
  }
}
