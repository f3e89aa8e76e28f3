import { sameOriginPath } from '@cairn/contract/http/same-origin-path'

/** The path of an address on our own origin. Undefined without an address or for another origin. */
export function ownPath(address: string | undefined): string | undefined {
  return sameOriginPath(address, location.origin)
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
    const { path, at }: { path?: unknown; at?: unknown } = JSON.parse(
      localStorage.getItem(storageKey) ?? '{}',
    )
    if (typeof path !== 'string' || typeof at !== 'number') return undefined
    const age = Date.now() - at
    return age >= 0 && age < lifetimeMilliseconds ? ownPath(path) : undefined
  } catch {
    return undefined
  }
}
