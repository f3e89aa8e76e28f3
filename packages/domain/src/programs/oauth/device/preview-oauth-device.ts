import type { Implementation } from '../../../requests/operation.ts'
import { countAttempt, forgetAttempt } from '../../../requests/rate-limits/rate-limiter.ts'
import type { RequestContext } from '../../../requests/request-context.ts'
import { deviceNotFound, findDeviceRequest } from './device-request.ts'
import { parseUserCode, userCodeText } from './user-code.ts'

/**
 * Returns what the program asks for that shows a code, to whoever is signed in and has typed it.
 * @throws `oauth_device_not_found`, the same error for every code that cannot be decided about.
 */
export const previewOAuthDevice: Implementation<'previewOAuthDevice', RequestContext> = async (
  context,
  access,
  { body },
) => {
  const account = { provenUserId: access.user.id }
  const userCode = parseUserCode(body.userCode)
  const [, request] = await Promise.all([
    countAttempt(context, 'enterDeviceCode', account),
    userCode === undefined ? undefined : findDeviceRequest(context, userCode),
  ])
  if (!request || userCode === undefined || request.content.decision) throw deviceNotFound()
  await forgetAttempt(context, 'enterDeviceCode', account)
  const { program, scopes, address, userAgent, content, record } = request
  return {
    device: {
      userCode: userCodeText(userCode),
      program,
      scopes,
      address,
      userAgent,
      createdAt: content.createdAt,
      expiresAt: record.expiresAt,
    },
  }
}
