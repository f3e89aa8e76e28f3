import type { Implementation } from '../operation.ts'
import type { RequestContext } from '../request-context.ts'
import { safeReturnTo } from './return-to.ts'

/** Redirects into the web app. The credential of the next request signs the browser in, not having been here. */
export const completeLogin: Implementation<'completeLogin', RequestContext> = async (
  { settings },
  _access,
  { query },
) => ({ redirectTo: safeReturnTo(settings.webOrigin, query.returnTo) })
