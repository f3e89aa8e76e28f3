/**
 * The owner of this browser's copy of visited pages. The mark is in local storage, which changes at once and for all tabs: a copy without its
 * mark is never shown and never written, even if deleting it takes a moment.
 */
export type Owner = {
  userId: string
  /** A new name for each copy, so that what another tab still writes never becomes part of the next one. */
  copy: string
}

export const databaseName = 'cairn.offline'
const key = 'cairn.offline'

export function ownerOfCopy(): Owner | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    const { userId, copy } = (value ?? {}) as Partial<Owner>
    return typeof userId === 'string' && typeof copy === 'string' ? { userId, copy } : undefined
  } catch {
    return undefined
  }
}

/** Deletes the copy itself. Other tabs close the database for that. */
export function deleteCopy(): void {
  indexedDB.deleteDatabase(databaseName)
}

/** Call when a session has ended, for whatever reason. */
export function forgetCopy(): void {
  try {
    if (localStorage.getItem(key) === null) return
    localStorage.removeItem(key)
    deleteCopy()
  } catch {
    // Storage is blocked, so there is no copy.
  }
}

/** Call when the service says who is signed in: nobody else's copy stays. */
export function keepOnlyCopyOf(userId: string): void {
  if (ownerOfCopy()?.userId !== userId) forgetCopy()
}

/** Marks a copy as this person's. Undefined if storage is blocked. */
export function claimCopy(userId: string): Owner | undefined {
  keepOnlyCopyOf(userId)
  const owner = ownerOfCopy() ?? { userId, copy: crypto.randomUUID() }
  try {
    localStorage.setItem(key, JSON.stringify(owner))
    return owner
  } catch {
    return undefined
  }
}
