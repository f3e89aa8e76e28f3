import { sameOriginPath } from '@cairn/contract/same-origin-path'
import { useRouter } from '@tanstack/react-router'

/** The path of an address on our own origin. Undefined without an address or for another origin. */
export function ownPath(address: string | undefined): string | undefined {
  return sameOriginPath(address, location.origin)
}

/** Navigates within the app. Goes to /home instead of leaving our origin. */
export function useGoTo(): (address: string) => Promise<void> {
  const router = useRouter()
  return (address) => router.navigate({ href: ownPath(address) ?? '/home', replace: true })
}

const storageKey = 'cairn.returnTo'
const lifetimeMilliseconds = 24 * 60 * 60 * 1_000

/**
 * Stores where the person wanted to go until they open the link in the verification email, which opens a new tab. Expires
 * with the link.
 */
export function storeReturnTo(path: string | undefined): void {
  try {
    if (path === undefined) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, JSON.stringify({ path, at: Date.now() }))
  } catch {
    // Storage may be blocked. The person then arrives at /home.
  }
}

/** The stored path, unless it has expired. */
export function storedReturnTo(): string | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null')
    if (typeof stored !== 'object' || stored === null || !('path' in stored) || !('at' in stored))
      return undefined
    const { path, at } = stored
    if (typeof path !== 'string' || typeof at !== 'number') return undefined
    const age = Date.now() - at
    return age >= 0 && age < lifetimeMilliseconds ? ownPath(path) : undefined
  } catch {
    return undefined
  }
}
