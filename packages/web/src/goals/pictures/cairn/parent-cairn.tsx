import type { GoalSummary } from '@cairn/contract/schemas/goals/goals'
import { cn } from '../../../ui/cn.ts'
import { Ground, groundHeight, topOf } from './cairn.tsx'
import { describeParentCairn } from './describe-parent-cairn.ts'
import { heapOf, type Place } from './heap.ts'
import { Stone, type StoneLink } from './stone.tsx'
import { kindOf, stoneCountsOf, stonesBelow } from './stones-below.ts'

/** Units are CSS pixels at the usual size. The goal's own stone lies on the heap. */
const sizes = {
  row: {
    heap: { width: 60, height: 11, maximumRows: 2, largestStone: { width: 13, height: 6 } },
    own: { width: 20, height: 7 },
    shown: 15,
  },
  large: {
    heap: { width: 320, height: 98, maximumRows: 5, largestStone: { width: 52, height: 24 } },
    own: { width: 84, height: 32 },
    shown: 50,
  },
}

/** The most stones of a large heap. */
export const largestHeap = sizes.large.shown

type ParentCairnProps = {
  goal: Pick<GoalSummary, 'status' | 'health'> & { rollup: NonNullable<GoalSummary['rollup']> }
  size?: keyof typeof sizes
  className?: string
  /** Returns where the stone of a goal below leads to, by its place from the ground. */
  linkOf?: ((index: number) => StoneLink | undefined) | undefined
}

/**
 * The picture of a goal with goals below it: their stones in a heap, and on top, larger, its own. What presses most lies high in
 * the heap, whatever the goal's own stone says.
 */
export function ParentCairn({ goal, size = 'row', className, linkOf }: ParentCairnProps) {
  const { heap, own, shown } = sizes[size]
  const counts = stoneCountsOf(goal.rollup)
  const kinds = stonesBelow(counts, shown)
  const height = heap.height + own.height + groundHeight
  const places = heapOf(kinds.length, heap).map((place) => ({ ...place, y: place.y + own.height }))
  const onTop = placeOnTop(places, heap, own)
  const top = size === 'row' ? 0 : topOf([onTop], height)
  return (
    <svg
      viewBox={`0 ${top} ${heap.width} ${height - top}`}
      width={heap.width}
      height={height - top}
      role="img"
      aria-label={describeParentCairn(goal)}
      className={cn('h-auto max-w-full overflow-visible', size === 'row' && 'shrink-0', className)}
    >
      <Ground width={heap.width} y={height - groundHeight / 2} isHigh />
      {places.map((place, index) => (
        <Stone
          // biome-ignore lint/suspicious/noArrayIndexKey: A stone is its place in the heap.
          key={index}
          place={place}
          kind={kinds[index] ?? 'none'}
          seed={index + 1}
          link={linkOf?.(index)}
        />
      ))}
      <Stone place={onTop} kind={kindOf(goal)} seed={0.3} />
    </svg>
  )
}

type Size = { width: number; height: number }

/** The place of the goal's own stone: on the highest row, or on the ground. */
function placeOnTop(places: readonly Place[], heap: Size, own: Size): Place {
  const top = topOf(places, own.height + heap.height + groundHeight)
  return { x: heap.width / 2, y: top - own.height / 2, ...own }
}
