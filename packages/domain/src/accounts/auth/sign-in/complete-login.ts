import type { Implementation } from '../../../requests/operation.ts'
import type { RequestContext } from '../../../requests/request-context.ts'
import { safeReturnTo } from './return-to.ts'

/** Redirects to the web app. It does not sign in: each request is authenticated by its own credential. */
export const completeLogin: Implementation<'completeLogin', RequestContext> = async (
  { settings },
  _access,
  { query },
) => ({ redirectTo: safeReturnTo(settings.webOrigin, query.returnTo) })
