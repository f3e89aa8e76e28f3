import type { NamedEvent } from '@cairn/contract'

type Folded = [newest: NamedEvent, ...older: NamedEvent[]]

/** Folds older events of a goal into its newest one. Other events stay alone. Newest first, as given. */
export function byGoal(newestFirst: readonly NamedEvent[]): Folded[] {
  const folded: Folded[] = []
  const ofGoal = new Map<string, Folded>()
  for (const event of newestFirst) {
    const known = event.goal && ofGoal.get(event.goal.id)
    if (known) {
      known.push(event)
      continue
    }
    const first: Folded = [event]
    folded.push(first)
    if (event.goal) ofGoal.set(event.goal.id, first)
  }
  return folded
}
