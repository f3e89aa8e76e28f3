import type { Implementation } from '../../../requests/operation.ts'
import type { RequestContext } from '../../../requests/request-context.ts'

/** Changes nothing: programs that scan email follow every link. The token moves to the fragment, which no log contains. */
export const openUnsubscribePage: Implementation<'openUnsubscribePage', RequestContext> = async (
  { settings },
  _access,
  { query },
) => ({ redirectTo: unsubscribePageOf(settings.webOrigin, query.token) })

/** The page that asks before it unsubscribes. */
export function unsubscribePageOf(webOrigin: string, token: string): string {
  return `${webOrigin}/unsubscribe#${new URLSearchParams({ token })}`
}
