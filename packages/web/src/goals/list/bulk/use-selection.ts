import { useState } from 'react'

export type Selection = {
  ids: ReadonlySet<string>
  /** @param isRange  Also everything between this goal and the one that was pressed before. */
  toggle: (id: string, isRange: boolean) => void
  set: (ids: readonly string[]) => void
}

/**
 * The goals that are selected. Goals that leave the list are no longer selected.
 * @param shown  The ids of the list in its order.
 */
export function useSelection(shown: readonly string[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [last, setLast] = useState<string>()

  function toggle(id: string, isRange: boolean): void {
    const [from, to] = [isRange && last !== undefined ? shown.indexOf(last) : -1, shown.indexOf(id)]
    const changed = from === -1 ? [id] : shown.slice(Math.min(from, to), Math.max(from, to) + 1)
    const isSelecting = !chosen.has(id)
    setChosen((before) => {
      const after = new Set(before)
      for (const one of changed) {
        if (isSelecting) after.add(one)
        else after.delete(one)
      }
      return after
    })
    setLast(id)
  }

  return {
    ids: new Set(shown.filter((id) => chosen.has(id))),
    toggle,
    set: (ids) => setChosen(new Set(ids)),
  }
}
