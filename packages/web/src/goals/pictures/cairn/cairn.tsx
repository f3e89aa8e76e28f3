import type { GoalHealth } from '@cairn/contract/goals/goal-words'
import { useState } from 'react'
import { cn } from '../../../ui/cn.ts'
import { describeCairn } from './describe-cairn.ts'
import { heapOf, type Place } from './heap.ts'
import { Stone, type StoneLink } from './stone.tsx'

type CairnProps = {
  /** How many reports the goal has. */
  count: number
  /** The health after each of the latest reports, oldest first. */
  recent: readonly (GoalHealth | null)[]
  size?: 'row' | 'large'
  className?: string
  /** Returns the address that a report's stone links to, by its number: the first report is 1. */
  linkOf?: ((number: number) => StoneLink | undefined) | undefined
}

/** Units are CSS pixels at the usual size. */
const sizes = {
  row: { width: 60, height: 20, maximumRows: 3, largestStone: { width: 14, height: 8 }, shown: 20 },
  large: { width: 320, height: 136, maximumRows: 7, largestStone: { width: 58, height: 26 }, shown: 60 },
}
/** The base below the stones: the ground, and reports that are too old to be drawn. */
export const groundHeight = 2

/**
 * The picture of a goal: a stone for each report, the oldest at the bottom and the newest on top. Reports that are too old
 * to be drawn are the ground. A stone that comes while somebody looks settles.
 */
export function Cairn({ count, recent, size = 'row', className, linkOf }: CairnProps) {
  const { shown, ...heap } = sizes[size]
  const drawn = Math.min(count, shown)
  const oldest = count - drawn
  const places = heapOf(drawn, { ...heap, height: heap.height - groundHeight })
  const stones = places.map((place, index) => ({
    number: oldest + index + 1,
    place,
    health: recent.at(index - drawn) ?? null,
  }))
  const [first] = useState(count)
  const isNew = count > first
  // Rows of a list are of one height. On a page, a few stones need little room.
  const top = size === 'row' ? 0 : topOf(places, heap.height)
  const height = heap.height - top
  return (
    <svg
      viewBox={`0 ${top} ${heap.width} ${height}`}
      width={heap.width}
      height={height}
      role="img"
      aria-label={describeCairn(count, recent.slice(-drawn))}
      className={cn('h-auto max-w-full overflow-visible', size === 'row' && 'shrink-0', className)}
    >
      <Ground width={heap.width} y={heap.height - groundHeight / 2} isHigh={oldest > 0} />
      {stones.map(({ number, place, health }) => (
        <Stone
          key={number}
          place={place}
          kind={health ?? 'none'}
          seed={number}
          link={linkOf?.(number)}
          {...(isNew && number === count && { className: 'animate-settle' })}
        />
      ))}
    </svg>
  )
}

/** The upper edge of the highest stone, or the lower edge of the drawing without any. */
export const topOf = (places: readonly Place[], height: number): number =>
  Math.min(height - groundHeight, ...places.map((place) => place.y - place.height / 2))

export function Ground({ width, y, isHigh }: { width: number; y: number; isHigh: boolean }) {
  return (
    <line
      x1={width * 0.06}
      x2={width * 0.94}
      y1={y}
      y2={y}
      strokeLinecap="round"
      strokeWidth={isHigh ? groundHeight : 1}
      className={isHigh ? 'stroke-none-fill' : 'stroke-line'}
    />
  )
}
