import type { Implementation } from '../../../requests/operation.ts'
import type { RequestContext } from '../../../requests/request-context.ts'
import { safeReturnTo } from './return-to.ts'

/** Redirects to the sign-in form of the web app. */
export const startLogin: Implementation<'startLogin', RequestContext> = async (
  { settings: { webOrigin } },
  _access,
  { query },
) => {
  const returnTo = safeReturnTo(webOrigin, query.returnTo)
  return { redirectTo: `${webOrigin}/sign-in?${new URLSearchParams({ returnTo })}` }
}
