import type { Implementation } from '../../../requests/operation.ts'
import type { RequestContext } from '../../../requests/request-context.ts'
import { parseSessionToken, revokeSession } from '../sessions/sessions.ts'

/** Revokes the session of the browser, if it has one. */
export const logout: Implementation<'logout', RequestContext> = async (context) => {
  const { cookies, settings } = context
  const session = parseSessionToken(cookies.read('session') ?? '')
  if (session) await revokeSession(context, session)
  cookies.clear('session')
  return { redirectTo: `${settings.webOrigin}/sign-in` }
}
