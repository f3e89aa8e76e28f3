import type { Session } from './session.ts'

/**
 * What a tab keeps of a person over a reload, in its session storage: drafts, the organization that it was last in, a
 * sentence for the next page. Nobody else who uses the tab may find any of it. Storage may be full or forbidden: then
 * all of it lives as long as the page.
 */
const prefix = 'cairn.'

export function keep(key: string, value: string | undefined): void {
  try {
    if (value === undefined) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, value)
  } catch {
    // See above.
  }
}

export function kept(key: string): string | undefined {
  try {
    return sessionStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

/** Where a draft of this person in this organization is kept. */
export function draftKey(
  { user, activeOrganizationId }: Pick<Session, 'activeOrganizationId'> & { user: { id: string } },
  name: string,
): string {
  return `${prefix}draft.${user.id}.${activeOrganizationId}.${name}`
}

/** Where the organization is kept that the tab was last in. */
export const organizationKey = `${prefix}organization`

const announcementKey = `${prefix}announcement`

/** Says `sentence` on the next page that this tab loads. */
export function announceOnNextPage(sentence: string): void {
  keep(announcementKey, sentence)
}

export function takeAnnouncement(): string | undefined {
  const sentence = kept(announcementKey)
  keep(announcementKey, undefined)
  return sentence
}

const personKey = `${prefix}person`

/** The tab is this person's now: what it kept of anybody else goes. */
export function claimTab(userId: string): void {
  if (kept(personKey) === userId) return
  forgetTab()
  keep(personKey, userId)
}

/** Before somebody else uses the tab. */
export function forgetTab(): void {
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(prefix)) sessionStorage.removeItem(key)
    }
  } catch {
    // Forbidden: then nothing is in it.
  }
}
