import type { Goal } from '@cairn/contract/schemas/goals/goals'

/** The facts that are edited in place. The parent is the last of the ancestors. */
export type Fact = 'title' | 'ownerUserId' | 'timeframe' | 'cadence' | 'labels' | 'ancestors' | 'blockedBy'
export type FactChange = { fact: Fact; to: Goal[Fact] }

/** The part of a value that counts: of the ancestors the parent, and of labels and blockers which ones, in any order. */
function compared(fact: Fact, value: Goal[Fact]): unknown {
  if (!Array.isArray(value)) return value
  const ids = value.map(({ id }) => id)
  return fact === 'ancestors' ? (ids.at(-1) ?? null) : ids.toSorted()
}

export const isSameValue = (fact: Fact, one: Goal[Fact], other: Goal[Fact]): boolean =>
  JSON.stringify(compared(fact, one)) === JSON.stringify(compared(fact, other))

/** Returns the fields of a goal that show a value of a fact. */
export function shownAs(fact: Fact, value: Goal[Fact]): Partial<Goal> {
  if (fact !== 'ancestors') return { [fact]: value }
  const ancestors = value as Goal['ancestors']
  return { ancestors, parentGoalId: ancestors.at(-1)?.id ?? null }
}

const keyOf = ({ id }: Goal, fact: Fact) => `${fact} of ${id}`

/**
 * The facts that are being saved. The page shows what each is to become; this remembers what the service has, which is where a
 * change starts from, what Undo goes back to, and what the page shows again after a failure.
 *
 * ```
 * page     First ─ Second ─ Third ────────────────────── Second
 * saving            Second ──────── saved   Third ─ failed
 * service  First ────────────────── Second
 * ```
 */
export class PendingFacts {
  readonly #saves = new Map<string, { value: Goal[Fact]; count: number }>()

  /** Call before a change is shown, with the goal as the page shows it, and `end` once it is settled. */
  begin(shown: Goal, fact: Fact): void {
    const saves = this.#saves.get(keyOf(shown, fact)) ?? { value: shown[fact], count: 0 }
    saves.count += 1
    this.#saves.set(keyOf(shown, fact), saves)
  }

  /** The stored value. Null is a value too. */
  storedValue(shown: Goal, fact: Fact): Goal[Fact] {
    const saves = this.#saves.get(keyOf(shown, fact))
    return saves ? saves.value : shown[fact]
  }

  /** Returns what the page shows of a goal that was saved, unless a later change is shown and still on its way. */
  afterSaving(shown: Goal, { fact, to }: FactChange, saved: Goal, isLast: boolean): Partial<Goal> {
    const saves = this.#saves.get(keyOf(shown, fact))
    if (saves) saves.value = saved[fact]
    if (isLast) return saved
    const { version, updatedAt, updatedByUserId, [fact]: stored } = saved
    return {
      version,
      updatedAt,
      updatedByUserId,
      ...(isSameValue(fact, shown[fact], to) && shownAs(fact, stored)),
    }
  }

  /** Returns what the page shows of a goal that could not be saved: what the service has, unless a later change is shown. */
  afterFailure(shown: Goal, { fact, to }: FactChange): Partial<Goal> {
    return isSameValue(fact, shown[fact], to) ? shownAs(fact, this.storedValue(shown, fact)) : {}
  }

  end(shown: Goal, fact: Fact): void {
    const saves = this.#saves.get(keyOf(shown, fact))
    if (!saves) return
    saves.count -= 1
    if (saves.count === 0) this.#saves.delete(keyOf(shown, fact))
  }
}
