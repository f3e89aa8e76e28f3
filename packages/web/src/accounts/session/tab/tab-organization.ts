import type { Session } from '../session-type.ts'
import { organizationKey, storedItem, storeItem } from './tab-storage.ts'

/**
 * The organization of this tab. The address of every page behind the sign-in names it, so that reloads, bookmarks, copied
 * links, and new tabs open in the right organization, whatever other tabs do. A loaded document never changes its
 * organization: switching loads a new document. So nothing read, typed, or pending for one organization can be shown or
 * sent in another.
 */
let organizationId: string | undefined

/** Sent with every request about an organization. Undefined before the sign-in. */
export function tabOrganization(): string | undefined {
  return organizationId
}

/** Sets the organization of this document, unless it already has one. */
export function setTabOrganization(id: string): void {
  organizationId ??= id
}

/** Call after signing out: the next person starts without an organization. */
export function clearTabOrganization(): void {
  organizationId = undefined
}

/** The organization that an address names, whether or not the person is a member. */
export function organizationIn(search: { organization?: unknown }): string | undefined {
  const { organization } = search
  return typeof organization === 'string' && organization !== '' ? organization : undefined
}

/** Adds the tab's organization to the end of an address, unless the address names one. */
export function withTabOrganization(search: Record<string, unknown>): Record<string, unknown> {
  const { organization: _, ...rest } = search
  return { ...rest, organization: organizationIn(search) ?? organizationId }
}

/** The address of `path` in an organization. */
export function addressIn(organization: string, path = '/home'): string {
  return `${path}?${new URLSearchParams({ organization })}`
}

/** Opens another organization in this tab by loading a new document. The promise never resolves. */
export function openOrganization(organization: string): Promise<never> {
  location.assign(addressIn(organization))
  return new Promise(() => undefined)
}

/**
 * The organizations that an address without one may be about, most likely first: the tab's last one, then the active one,
 * then all others.
 */
export function candidateOrganizations({
  organizations,
  activeOrganizationId,
}: Pick<Session, 'activeOrganizationId'> & { organizations: { id: string }[] }): [string, ...string[]] {
  const ids = organizations.map(({ id }) => id)
  const last = storedItem(organizationKey)
  const first = last !== undefined && ids.includes(last) ? last : activeOrganizationId
  return [first, ...ids.filter((id) => id !== first)]
}

/** Stores the tab's organization, for addresses that do not name one. */
export function rememberTabOrganization(): void {
  storeItem(organizationKey, organizationId)
}
