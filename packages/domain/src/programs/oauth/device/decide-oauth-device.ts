import { isDeepStrictEqual } from 'node:util'
import type { InputOf } from '@cairn/contract/registry/registry'
import { createMembershipReader } from '../../../organizations/context/membership-reader.ts'
import { membershipNotFound } from '../../../requests/access.ts'
import type { Implementation } from '../../../requests/operation.ts'
import { countAttempt, forgetAttempt } from '../../../requests/rate-limits/rate-limiter.ts'
import type { RequestContext } from '../../../requests/request-context.ts'
import { transact } from '../../../storage/database/transaction.ts'
import { allowedGrant, allowedScopes, writesOfGrant } from '../allowed-grant.ts'
import { findUsableGrant } from '../grants.ts'
import { consumption } from '../oauth-store.ts'
import {
  answerToDevice,
  type DeviceDecision,
  type DeviceRequest,
  deviceNotFound,
  fetchExpiry,
  findDeviceRequest,
} from './device-request.ts'
import { parseUserCode } from './user-code.ts'

type Decision = InputOf<'decideOAuthDevice'>['body']

/**
 * Allows the program that shows a code, or refuses it: a code works once. The person who decided may send the same decision again, because the
 * response to it may have been lost.
 *
 *   code ── allowed ──▶ pending grant, answer, audit entry at once ─▶ the program asks again ─▶ tokens, grant begins
 *        ── refused ──▶ answer ─────────────────────────────────────▶ the program asks again ─▶ access_denied
 */
export const decideOAuthDevice: Implementation<'decideOAuthDevice', RequestContext> = async (
  context,
  access,
  { body },
): Promise<undefined> => {
  const { database } = context
  const { userKey } = access.stored
  const userId = access.user.id
  const { organizationId, scopes } = body
  const account = { provenUserId: userId }
  const userCode = parseUserCode(body.userCode)
  const [, request, membership] = await Promise.all([
    countAttempt(context, 'enterDeviceCode', account),
    userCode === undefined ? undefined : findDeviceRequest(context, userCode),
    organizationId === undefined ? null : createMembershipReader(database)({ userKey, organizationId }),
  ])
  if (!request || userCode === undefined) throw deviceNotFound()

  // A correct code does not count. It is forgotten beside the decision.
  const forgotten = forgetAttempt(context, 'enterDeviceCode', account)
  forgotten.catch(() => undefined)
  const succeed = async () => {
    await forgotten
    return undefined
  }
  const acceptAgain = async (decided: DeviceRequest | undefined) => {
    if (!decided || !(await wasDecided(context, userId, decided, body))) throw deviceNotFound()
    return succeed()
  }
  if (request.content.decision) return acceptAgain(request)
  const use = (decision: DeviceDecision) =>
    consumption(context, 'UserCode', userCode, { content: { ...request.content, decision } })
  const expiry = fetchExpiry(context, request)

  // The schema makes sure that an allowed program has both.
  if (!body.allow || organizationId === undefined || scopes === undefined) {
    const refused = { error: 'access_denied', errorDescription: 'the user has refused' }
    const failed = await transact(database, {
      userCode: use({ userId }),
      device: answerToDevice(request, refused, expiry),
    })
    if (failed.length > 0) return acceptAgain(await findDeviceRequest(context, userCode))
    return succeed()
  }

  if (!membership) throw membershipNotFound()
  const { joinId } = membership
  const grant = allowedGrant(context, access, request, { organizationId, joinId }, scopes, expiry)
  const { grantId, resource } = grant
  const allowed = { accountId: userId, scope: grant.scopes.join(' '), resource }
  const failed = await transact(database, {
    userCode: use({ userId, grantId }),
    device: answerToDevice(request, allowed, { grantId, ...expiry }),
    ...writesOfGrant(context, access, grant),
  })
  if (failed.length > 0) return acceptAgain(await findDeviceRequest(context, userCode))
  return succeed()
}

/** Whether the user has decided this before, and nothing has ended it since. */
async function wasDecided(
  context: RequestContext,
  userId: string,
  decided: DeviceRequest,
  { allow, organizationId, scopes = [] }: Decision,
): Promise<boolean> {
  const { decision } = decided.content
  if (decision?.userId !== userId) return false
  if (decision.grantId === undefined) return !allow
  const grant = await findUsableGrant(context, decision.grantId)
  return (
    allow &&
    grant?.organizationId === organizationId &&
    isDeepStrictEqual(grant?.scopes, allowedScopes(decided, scopes))
  )
}
