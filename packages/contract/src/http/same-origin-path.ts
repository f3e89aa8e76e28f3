/**
 * Returns the path, query and fragment of an address on `origin`; undefined if there is no address or it is on another
 * origin. The service and the web app check `returnTo` with it.
 *
 * Threat: an open redirect, which lets a link to our sign-in page end on another site. The address is resolved as a
 * browser resolves it (WHATWG URL: backslashes, tabs, dots, `@`). The browser resolves the result again when it
 * navigates, so it must resolve to itself: `/.//host` resolves to the path `//host`, which is another host the second
 * time.
 *
 * @param address  Absolute, or relative to `origin`.
 * @param origin  As `URL.origin` writes it, without a trailing slash.
 */
export function sameOriginPath(address: string | undefined, origin: string): string | undefined {
  if (address === undefined || !URL.canParse(address, origin)) return undefined
  const { href } = new URL(address, origin)
  // `URL.origin` is not enough: `blob:https://us/…` has our origin, and the origin leaves out user information.
  if (!href.startsWith(`${origin}/`)) return undefined
  const path = href.slice(origin.length)
  return path.startsWith('//') || path.includes('\\') ? undefined : path
}
