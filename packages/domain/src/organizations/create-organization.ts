import { randomUUID } from 'node:crypto'
import { timestampOf } from '../requests/context.ts'
import type { Implementation } from '../requests/operation.ts'
import { countAttempt } from '../requests/rate-limits/rate-limiter.ts'
import type { RequestContext } from '../requests/request-context.ts'
import { lostRace, retryOnLostRace } from '../storage/database/retry.ts'
import { transact } from '../storage/database/transaction.ts'
import { type Creation, createOnce, sessionCreatorOf } from '../storage/idempotency/create-once.ts'
import { auditEntry, bySession } from './audit/audit-entry.ts'
import { toOrganizationContextResponse } from './context/organization-context.ts'
import { newOrganization } from './new-organization.ts'
import { joiningTime } from './rules.ts'
import {
  joinOrganization,
  newMembership,
  readAgain,
  readOrganizations,
  refusalToJoin,
} from './session/user-organizations.ts'

/** Creates an organization that the caller owns, and makes it the active one. */
export const createOrganization: Implementation<'createOrganization', RequestContext> = async (
  context,
  access,
  { body: { name } },
) => {
  const { database, now } = context
  const { user } = access
  const counted = countAttempt(context, 'createOrganization', { provenUserId: user.id })
  const organizationId = randomUUID()
  const createdAt = timestampOf(now)
  let current = access
  const request = {
    operation: 'createOrganization',
    caller: sessionCreatorOf(access),
    body: { name },
    authority: Promise.resolve(),
  }
  const attempt = async (creation: Creation) => {
    // Read before the transaction: if this fails, no organization exists that the caller does not know of.
    const [before] = await Promise.all([
      readOrganizations(database, current),
      counted,
      creation.requireUnused(),
    ])
    const refusal = refusalToJoin(before)
    if (refusal) throw refusal
    const membership = newMembership(user, organizationId, 'owner', joiningTime(now, before.memberships))
    const response = toOrganizationContextResponse(organizationId, {
      memberships: [...before.memberships, membership],
      facts: new Map([...before.facts, [organizationId, { name }]]),
    })
    const failed = await transact(database, {
      ...newOrganization(name, createdAt, membership),
      user: joinOrganization(before, membership),
      created: creation.use(organizationId, response),
      audit: auditEntry(
        context,
        { ...bySession(context, access), organizationId },
        {
          action: 'organization.created',
          target: { kind: 'organization', id: organizationId },
        },
      ),
    })
    if (failed.length === 0) return response
    current = await readAgain(database, current)
    return lostRace
  }
  return createOnce(context, request, (creation) => retryOnLostRace(database, () => attempt(creation)))
}
