import { useMemo, useSyncExternalStore } from 'react'
import type { Outcome } from '../../list/bulk/change-goals.ts'
import { type Parent, type Placed, withParent } from './with-parent.ts'

type Versioned = { id: string; version: number }

/** A goal and its next parent; null for the top. */
type Move = { goalId: string; parent: Parent | null }

/**
 * Moves of goals, which are saved one after the other: a goal may be moved again before the service has answered, or before the list
 * has been loaded again and shows its new version.
 */
export function createMoves() {
  let last: Promise<unknown> = Promise.resolve()
  let pending: readonly Move[] = []
  const versions = new Map<string, number>()
  const listeners = new Set<() => void>()

  function setPending(moves: readonly Move[]): void {
    pending = moves
    for (const listener of listeners) listener()
  }

  return {
    /** Shows a move at once, and saves it after all moves before it. It is no longer pending after `onSaved` was called, or if it failed. */
    async save(move: Move, work: () => Promise<Outcome>, onSaved: () => void): Promise<Outcome> {
      setPending([...pending, move])
      const saving = last.then(work)
      last = saving.catch(() => undefined)
      try {
        const outcome = await saving
        for (const { before, version } of outcome.changed) versions.set(before.id, version)
        if (outcome.failures.length === 0) onSaved()
        return outcome
      } finally {
        setPending(pending.filter((one) => one !== move))
      }
    },
    pending: () => pending,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    /** Returns the goal with the version that the latest move made, if the page shows an older one. */
    atLatestVersion<Goal extends Versioned>(goal: Goal): Goal {
      return { ...goal, version: Math.max(goal.version, versions.get(goal.id) ?? 0) }
    },
  }
}

/** Outlives the page, as saving does. */
export const moves = createMoves()

/** Returns goals where they will be after the moves that are being saved, whatever is loaded meanwhile. */
export function useMoved<Goal extends Placed>(goals: readonly Goal[]): readonly Goal[] {
  const pending = useSyncExternalStore(moves.subscribe, moves.pending)
  return useMemo(
    () => pending.reduce((moved, { goalId, parent }) => withParent(moved, goalId, parent), goals),
    [pending, goals],
  )
}
