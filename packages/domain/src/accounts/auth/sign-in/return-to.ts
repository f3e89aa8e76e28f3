import { sameOriginPath } from '@cairn/contract/http/same-origin-path'

/** Returns the address after signing in: `returnTo` if it is on the web origin, otherwise the application's home. */
export function safeReturnTo(webOrigin: string, returnTo: string | undefined): string {
  return webOrigin + (sameOriginPath(returnTo, webOrigin) ?? '/home')
}
