import { type KeyboardEvent, type PointerEvent, useId, useState } from 'react'
import { texts } from './texts.ts'

export type ReadablePoint = {
  /** Identifies the point: the revision of its report, or its place. */
  revision: number
  /** In pixels from the upper left corner of the chart. */
  x: number
  y: number
  /** The text of the point: its time and value. */
  heading: string
  text: string
}

type PointReaderProps = {
  /** The description of the chart. */
  title: string
  points: readonly ReadablePoint[]
  width: number
  height: number
  /** Shows the report of a point. Undefined if points are no reports. */
  onOpen?: (revision: number) => void
}

const cardWidth = 232

/**
 * Lies over a chart and reads its points: the nearest one to the pointer or the finger, and with the arrow keys one after the other.
 * It is one stop for the Tab key, however many points there are.
 */
export function PointReader({ title, points, width, height, onOpen }: PointReaderProps) {
  const [position, setPosition] = useState<number>()
  const keysId = useId()
  const last = points.length - 1
  const current = position === undefined ? undefined : points[Math.min(position, last)]
  if (last < 0) return null

  function readNearest({ clientX, clientY, currentTarget }: PointerEvent): void {
    const { left, top } = currentTarget.getBoundingClientRect()
    // Points above each other are told apart by their height, but a finger covers mostly the time.
    const distances = points.map(({ x, y }) => Math.abs(x - clientX + left) + Math.abs(y - clientY + top) / 4)
    setPosition(distances.indexOf(Math.min(...distances)))
  }

  function onKeyDown(event: KeyboardEvent): void {
    const from = position ?? last
    const to = {
      ArrowLeft: from - 1,
      ArrowDown: from - 1,
      ArrowRight: from + 1,
      ArrowUp: from + 1,
      Home: 0,
      End: last,
    }[event.key]
    if (to !== undefined) setPosition(Math.min(Math.max(to, 0), last))
    else if (event.key === 'Escape') setPosition(undefined)
    else if (event.key === 'Enter' && current && onOpen) onOpen(current.revision)
    else return
    event.preventDefault()
  }

  const spoken = points[Math.min(position ?? last, last)]
  return (
    <>
      <div
        role="slider"
        tabIndex={0}
        aria-label={onOpen ? texts.points(title) : texts.times(title)}
        aria-describedby={keysId}
        aria-valuemin={1}
        aria-valuemax={points.length}
        aria-valuenow={Math.min(position ?? last, last) + 1}
        aria-valuetext={spoken && `${spoken.heading}. ${spoken.text}`}
        className="absolute inset-0 touch-pan-y rounded-lg"
        onPointerMove={readNearest}
        onPointerDown={readNearest}
        onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setPosition(undefined)}
        onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && setPosition(last)}
        onBlur={() => setPosition(undefined)}
        onKeyDown={onKeyDown}
      />
      <span id={keysId} hidden>
        {onOpen ? texts.keys : texts.timeKeys}
      </span>
      {current && <Card point={current} width={width} height={height} />}
    </>
  )
}

function Card({ point, width, height }: { point: ReadablePoint; width: number; height: number }) {
  const { x, y, heading, text } = point
  const size = Math.min(cardWidth, width)
  const left = Math.min(Math.max(x - size / 2, 0), width - size)
  const place = y > height / 2 ? { bottom: height - y + 14 } : { top: y + 14 }
  return (
    <div aria-hidden="true" className="pointer-events-none absolute inset-0">
      <span
        className="absolute size-4 -translate-x-1/2 -translate-y-1/2 rounded-full border-2 border-ink"
        style={{ left: x, top: y }}
      />
      <div
        className="absolute z-10 rounded-lg border border-line-floating bg-surface px-3 py-2 text-sm shadow-floating"
        style={{ left, width: size, ...place }}
      >
        <p className="font-medium">{heading}</p>
        <p className="mt-0.5 line-clamp-3 text-ink-soft">{text}</p>
      </div>
    </div>
  )
}
