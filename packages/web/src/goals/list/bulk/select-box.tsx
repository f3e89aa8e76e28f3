import type { MouseEvent, ReactNode } from 'react'
import { texts } from './texts.ts'
import type { Selection } from './use-selection.ts'

type SelectBoxProps = {
  goal: { id: string; title: string }
  selection: Selection
  /** The content in its place as long as nobody points at it. */
  children: ReactNode
}

/** The checkbox of a row. With Shift, it selects everything up to the one that was pressed before. */
export function SelectBox({ goal: { id, title }, selection, children }: SelectBoxProps) {
  return (
    // A press anywhere else in the row opens the goal.
    <span className="relative z-10 flex size-5">
      {children}
      <input
        type="checkbox"
        data-select
        aria-label={texts.select(title)}
        checked={selection.ids.has(id)}
        // React's change event does not know about Shift.
        onClick={(event: MouseEvent) => selection.toggle(id, event.shiftKey)}
        onChange={() => undefined}
        className="absolute -inset-0.5 z-20 size-6 rounded-md bg-surface accent-(--accent) opacity-0 group-hover/line:opacity-100 checked:opacity-100 focus-visible:opacity-100 in-data-selecting:opacity-100"
      />
    </span>
  )
}
