import canonicalize from 'canonicalize'
import type { GoalEdit, GoalUpdate } from '../schemas/goals/goal-history.ts'

/** An entry of a goal's history as the API returns it: a report or an edit. */
export type HistoryEntry = GoalUpdate | GoalEdit

/**
 * The text that an entry's `hash` is the SHA-256 of: the RFC 8785 form of the entry without `acknowledgements`, which are
 * added later, and `hash`.
 * @throws If the entry has none, because a number in it is not finite.
 */
export function canonicalEntry(entry: Omit<HistoryEntry, 'hash' | 'acknowledgements'> & object): string {
  const { hash: _, acknowledgements: __, ...hashed } = entry as GoalUpdate
  // Undefined only for what is no object.
  return canonicalize(hashed) as string
}

/**
 * Whether ids are left out of an entry, because the caller may not know these goals. Its hash then follows from what the caller does
 * not see: only its place in the chain can be checked. Any service could claim this, so whoever verifies says how many there are.
 */
export const isWithheld = (entry: HistoryEntry): boolean =>
  !('revision' in entry) && Array.isArray(entry.withheld) && entry.withheld.length > 0

/** A defect of a chain, and its version. */
export type ChainProblem = {
  version: number
  problem: 'missing' | 'repeated' | 'changed' | 'unlinked'
  message: string
}

/**
 * Verifies the whole history of a goal: that it has one entry for each version from 1 to the goal's, that each entry has the
 * hash of its content and names the hash of the entry before, and that the goal's `historyHash` is the last one. Works on
 * what the API returns, in any order, in Node and in browsers. The content of entries that `isWithheld` names is not checked.
 *
 * @param goal  The goal, read before its entries. Newer entries than it knows are not a problem.
 * @param entries  All reports and edits of the goal.
 * @returns Every problem, by version; none if nothing was changed, removed or reordered.
 */
export async function verifyHistory(
  goal: { version: number; historyHash: string },
  entries: readonly HistoryEntry[],
): Promise<ChainProblem[]> {
  const problems: ChainProblem[] = []
  const add = (version: number, problem: ChainProblem['problem'], message: string) =>
    problems.push({ version, problem, message })

  let previous: HistoryEntry | undefined
  const missing = (until: number) => {
    const next = (previous?.version ?? 0) + 1
    if (next === until - 1) add(next, 'missing', `Version ${next} is missing.`)
    if (next < until - 1) add(next, 'missing', `Versions ${next} to ${until - 1} are missing.`)
  }
  // An entry between two versions would hide that the second does not follow the first.
  const isVersion = (version: number) => Number.isInteger(version) && version >= 1
  for (const { version } of entries.filter((entry) => !isVersion(entry.version))) {
    add(version, 'changed', `There is an entry of the impossible version ${version}.`)
  }
  const byVersion = entries
    .filter((entry) => isVersion(entry.version))
    .sort((left, right) => left.version - right.version)
  for (const entry of byVersion) {
    const { version, hash, previousHash } = entry
    if (!isWithheld(entry) && (await hashOf(entry)) !== hash) {
      add(version, 'changed', `The entry of version ${version} does not have the hash of its content.`)
    }
    if (version === previous?.version) {
      add(version, 'repeated', `There is more than one entry of version ${version}.`)
      continue
    }
    missing(version)
    const isNext = version === (previous?.version ?? 0) + 1
    if (isNext && previousHash !== (previous?.hash ?? null)) {
      add(version, 'unlinked', `Version ${version} does not follow the entry before it.`)
    }
    if (version === goal.version && hash !== goal.historyHash) {
      add(version, 'unlinked', `The goal’s historyHash is not the hash of version ${version}.`)
    }
    previous = entry
  }
  missing(goal.version + 1)
  return problems
}

/** Returns null if the entry has no canonical form, as only a changed one can. */
async function hashOf(entry: HistoryEntry): Promise<string | null> {
  let text: string
  try {
    text = canonicalEntry(entry)
  } catch {
    return null
  }
  const bytes = new TextEncoder().encode(text)
  const digest = await crypto.subtle.digest('SHA-256', bytes)
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
