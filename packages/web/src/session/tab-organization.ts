import type { Session } from './session.ts'
import { keep, kept, organizationKey } from './tab-storage.ts'

/**
 * The organization of this tab. It is part of the address of every page behind the sign-in, so that a reload, a
 * bookmark, a copied address and a link in a new tab all open where they belong, whatever other tabs do. A document is
 * about one organization as long as it lives: another one is another document, so that nothing that was read, typed or
 * is still under way for one is ever shown or sent in the other.
 */
let organizationId: string | undefined

/** Sent with every request about an organization; undefined before the sign-in. */
export function tabOrganization(): string | undefined {
  return organizationId
}

/** Once a document, before its first page behind the sign-in. */
export function settleTabOrganization(id: string): void {
  organizationId ??= id
}

/** After signing out: the next person begins anew. */
export function releaseTabOrganization(): void {
  organizationId = undefined
}

/** The organization that an address names, member of it or not. */
export function organizationIn(search: { organization?: unknown }): string | undefined {
  const { organization } = search
  return typeof organization === 'string' && organization !== '' ? organization : undefined
}

/** Puts the tab's organization into an address, at its end, unless the address names one. */
export function withTabOrganization(search: Record<string, unknown>): Record<string, unknown> {
  const { organization: _, ...rest } = search
  return { ...rest, organization: organizationIn(search) ?? organizationId }
}

/** `path` in an organization, as an address. */
export function addressIn(organization: string, path = '/home'): string {
  return `${path}?${new URLSearchParams({ organization })}`
}

/** Moves this tab to another organization by loading the app anew; what waits for it waits for the new page. */
export function openIn(organization: string): Promise<never> {
  location.assign(addressIn(organization))
  return new Promise(() => undefined)
}

/**
 * Where an address belongs that names no organization, best guess first: where this tab was last, then what is active,
 * then all others.
 */
export function likelyOrganizations({
  organizations,
  activeOrganizationId,
}: Pick<Session, 'activeOrganizationId'> & { organizations: { id: string }[] }): [string, ...string[]] {
  const ids = organizations.map(({ id }) => id)
  const last = kept(organizationKey)
  const first = last !== undefined && ids.includes(last) ? last : activeOrganizationId
  return [first, ...ids.filter((id) => id !== first)]
}

/** Remembers where this tab is, for addresses that do not say. */
export function keepTabOrganization(): void {
  keep(organizationKey, organizationId)
}
