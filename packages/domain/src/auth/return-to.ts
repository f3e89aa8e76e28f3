/**
 * Where a browser goes after signing in. Threat: an open redirect, by which a link to our own sign-in page ends
 * on somebody else's.
 *
 * The URL is resolved as a browser resolves it (WHATWG URL: backslashes, tabs, `//host`, `@`), and then judged by
 * its origin. What does not resolve to the web origin becomes the application's home.
 */
export function safeReturnTo(webOrigin: string, returnTo: string | undefined): string {
  const home = `${webOrigin}/home`
  if (returnTo === undefined || !URL.canParse(returnTo, webOrigin)) return home
  const url = new URL(returnTo, webOrigin)
  // The text says more than `url.origin`: that of `blob:https://us/…` is ours, and user info is not part of it.
  return url.href.startsWith(`${webOrigin}/`) ? url.href : home
}
