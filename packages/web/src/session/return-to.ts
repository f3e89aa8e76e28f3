import { useRouter } from '@tanstack/react-router'

/**
 * The part of an address that lies on our own origin, or undefined where it leads elsewhere: nobody is to be sent to
 * another site by a link to our sign-in page.
 */
export function ownPath(address: string | undefined, origin = location.origin): string | undefined {
  if (!address || !URL.canParse(address, origin)) return undefined
  const url = new URL(address, origin)
  return url.origin === origin ? url.pathname + url.search + url.hash : undefined
}

/** Goes to where the service says: inside the app without loading it anew, elsewhere by leaving it. */
export function useGoTo(): (address: string) => Promise<void> {
  const router = useRouter()
  return async (address) => {
    const path = ownPath(address)
    if (path === undefined) location.assign(address)
    else await router.navigate({ href: path, replace: true })
  }
}

const storageKey = 'cairn.returnTo'
const keptMilliseconds = 24 * 60 * 60 * 1_000

/**
 * Remembers where somebody wanted to go over the way through the mailbox: the link in the mail opens a new tab, which
 * knows nothing of this one. As long as the link itself is valid.
 */
export function keepReturnTo(path: string | undefined): void {
  try {
    if (path === undefined) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, JSON.stringify({ path, at: Date.now() }))
  } catch {
    // Storage may be forbidden: then the way ends at home.
  }
}

export function keptReturnTo(): string | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null')
    if (typeof kept !== 'object' || kept === null || !('path' in kept) || !('at' in kept)) return undefined
    const { path, at } = kept
    if (typeof path !== 'string' || typeof at !== 'number') return undefined
    return Date.now() - at < keptMilliseconds ? ownPath(path) : undefined
  } catch {
    return undefined
  }
}
