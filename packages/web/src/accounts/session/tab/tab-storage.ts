import type { Session } from '../session-type.ts'

/**
 * Values that a tab keeps in session storage across reloads: drafts, the last organization, an announcement. Nobody else who
 * uses the tab may see any of it. If storage is full or blocked, all of it is lost with the page.
 */
const prefix = 'cairn.'

export function storeItem(key: string, value: string | undefined): void {
  try {
    if (value === undefined) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, value)
  } catch {
    // See above.
  }
}

export function storedItem(key: string): string | undefined {
  try {
    return sessionStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

/** The storage key of a person's draft in an organization. */
export function draftKey(
  { user, activeOrganizationId }: Pick<Session, 'activeOrganizationId'> & { user: { id: string } },
  name: string,
): string {
  return `${prefix}draft.${user.id}.${activeOrganizationId}.${name}`
}

/** The storage key of the tab's last organization. */
export const organizationKey = `${prefix}organization`

const announcementKey = `${prefix}announcement`

/** Shows `sentence` on the next page that this tab loads. */
export function announceOnNextPage(sentence: string): void {
  storeItem(announcementKey, sentence)
}

export function takeAnnouncement(): string | undefined {
  const sentence = storedItem(announcementKey)
  storeItem(announcementKey, undefined)
  return sentence
}

const personKey = `${prefix}person`

/** Marks the tab as this person's and removes what it kept of anyone else. */
export function claimTab(userId: string): void {
  if (storedItem(personKey) === userId) return
  clearTab()
  storeItem(personKey, userId)
}

/** Removes everything that the tab keeps of a person. */
export function clearTab(): void {
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(prefix)) sessionStorage.removeItem(key)
    }
  } catch {
    // Storage is blocked, so it is empty.
  }
}
