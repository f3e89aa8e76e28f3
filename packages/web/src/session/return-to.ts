import { sameOriginPath } from '@cairn/contract/same-origin-path'
import { useRouter } from '@tanstack/react-router'

/** The path of an address on our own origin; undefined if there is no address or it leads elsewhere. */
export function ownPath(address: string | undefined): string | undefined {
  return sameOriginPath(address, location.origin)
}

/** Goes to an address of the app without loading it again, and home instead of anywhere else. */
export function useGoTo(): (address: string) => Promise<void> {
  const router = useRouter()
  return (address) => router.navigate({ href: ownPath(address) ?? '/home', replace: true })
}

const storageKey = 'cairn.returnTo'
const keptMilliseconds = 24 * 60 * 60 * 1_000

/**
 * Remembers where somebody wanted to go while they look for the email: its link opens a new tab, which knows nothing of
 * this one. Kept as long as the link is valid.
 */
export function keepReturnTo(path: string | undefined): void {
  try {
    if (path === undefined) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, JSON.stringify({ path, at: Date.now() }))
  } catch {
    // Storage may be forbidden: then the person arrives at home.
  }
}

/** The path that was kept, unless it has expired. */
export function keptReturnTo(): string | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null')
    if (typeof kept !== 'object' || kept === null || !('path' in kept) || !('at' in kept)) return undefined
    const { path, at } = kept
    if (typeof path !== 'string' || typeof at !== 'number') return undefined
    const age = Date.now() - at
    return age >= 0 && age < keptMilliseconds ? ownPath(path) : undefined
  } catch {
    return undefined
  }
}
