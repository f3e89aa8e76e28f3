import { useState } from 'react'
import { useActiveOrganization, useSession } from '../../../accounts/session/session.ts'

/** Older folds are forgotten. */
const maximumRemembered = 1_000
const prefix = 'cairn.folds.'

/** Returns the ids of the goals that somebody has folded; none if nothing is remembered, or something else. */
export function readFolds(key: string): string[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(value) ? value.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}

export function writeFolds(key: string, ids: readonly string[]): void {
  try {
    if (ids.length === 0) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(ids.slice(-maximumRemembered)))
  } catch {
    // Storage is full or blocked: the folds are lost with the page.
  }
}

/**
 * The goals that are folded. The browser remembers them for each person and organization: ids, no texts. A filtered tree is unfolded,
 * because it shall show what matches, and what is folded in it is not remembered.
 */
export function useFolds(isFiltered: boolean) {
  const { user } = useSession()
  const { id } = useActiveOrganization()
  const key = `${prefix}${user.id}.${id}`
  const [remembered, setRemembered] = useState<ReadonlySet<string>>(() => new Set(readFolds(key)))
  const [inFiltered, setInFiltered] = useState<ReadonlySet<string>>(() => new Set())
  const folded = isFiltered ? inFiltered : remembered

  function set(next: ReadonlySet<string>): void {
    if (isFiltered) {
      setInFiltered(next)
      return
    }
    setRemembered(next)
    writeFolds(key, [...next])
  }

  return {
    folded,
    fold(ids: readonly string[], isFolded: boolean): void {
      const next = new Set(folded)
      for (const one of ids) {
        if (isFolded) next.add(one)
        else next.delete(one)
      }
      set(next)
    },
  }
}
