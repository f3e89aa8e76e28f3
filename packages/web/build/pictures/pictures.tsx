/** Pictures of Cairn outside of the app, drawn by the app's own code: as markup, for `draw.ts`. */
import type { GoalHealth } from '@cairn/contract/goals/goal-words'
import { renderToStaticMarkup } from 'react-dom/server'
import { texts } from '../../src/accounts/sign-in/texts.ts'
import { heapOf } from '../../src/goals/pictures/cairn/heap.ts'
import { Stone } from '../../src/goals/pictures/cairn/stone.tsx'
import { Mark } from '../../src/ui/mark.tsx'

/** A goal that was at risk twice, and came back. */
const reports: (GoalHealth | null)[] = [
  'on_track',
  'on_track',
  'at_risk',
  'on_track',
  'off_track',
  'at_risk',
  'on_track',
  'on_track',
  'at_risk',
  'on_track',
  'on_track',
  'on_track',
  'on_track',
  'on_track',
  'on_track',
]
const heap = { width: 104, height: 58, maximumRows: 5, largestStone: { width: 21, height: 11.2 } }

/** The picture that services show beside a link to Cairn, 1200 × 630 pixels. */
export function shareImage(): string {
  return renderToStaticMarkup(
    <div className="share">
      <div>
        <p className="name">
          <Mark className="" />
          Cairn
        </p>
        <p className="claim">{texts.introduction.claim}</p>
      </div>
      <svg aria-hidden="true" viewBox={`0 0 ${heap.width} ${heap.height + 1}`}>
        {heapOf(reports.length, heap).map((place, index) => (
          <Stone
            // biome-ignore lint/suspicious/noArrayIndexKey: The stones never change.
            key={index}
            place={place}
            kind={reports[index] ?? 'none'}
            seed={index + 1}
          />
        ))}
        <line x1="0" x2={heap.width} y1={heap.height + 0.4} y2={heap.height + 0.4} className="ground" />
      </svg>
    </div>,
  )
}

/** The mark on paper, with the margin that launchers may cut off. */
export function icon(): string {
  return renderToStaticMarkup(
    <div className="icon">
      <Mark className="" />
    </div>,
  )
}
