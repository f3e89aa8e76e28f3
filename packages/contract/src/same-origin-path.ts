/**
 * The path, query and fragment of an address on `origin`; undefined without an address and if it leads elsewhere. Service and web app judge
 * a `returnTo` by this one rule.
 *
 * Threat: an open redirect, by which a link to our own sign-in page ends on somebody else's. The address is resolved as
 * a browser resolves it (WHATWG URL: backslashes, tabs, dots, `@`). Whoever navigates resolves the result again, so it
 * must come out unchanged: `/.//host` resolves to the path `//host`, which is another host the second time.
 *
 * @param address  Absolute, or relative to `origin`.
 * @param origin  As `URL.origin` writes it, without a trailing slash.
 */
export function sameOriginPath(address: string | undefined, origin: string): string | undefined {
  if (address === undefined || !URL.canParse(address, origin)) return undefined
  const { href } = new URL(address, origin)
  // The text says more than `URL.origin`: that of `blob:https://us/…` is ours, and user info is not part of it.
  if (!href.startsWith(`${origin}/`)) return undefined
  const path = href.slice(origin.length)
  return path.startsWith('//') || path.includes('\\') ? undefined : path
}
