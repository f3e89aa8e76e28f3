import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** Used until the width has been measured. */
const initialWidth = 640

/** The width of a drawing in pixels. Drawings are not scaled, so that their text has the normal size. */
export function useWidth(): [RefObject<SVGSVGElement | null>, number] {
  const svg = useRef<SVGSVGElement>(null)
  const [width, setWidth] = useState(initialWidth)
  useLayoutEffect(() => {
    if (!svg.current) return undefined
    const observer = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width))
    observer.observe(svg.current)
    setWidth(svg.current.getBoundingClientRect().width)
    return () => observer.disconnect()
  }, [])
  return [svg, width]
}
