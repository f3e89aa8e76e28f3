import { randomUUID } from 'node:crypto'
import { timestampOf } from '../context.ts'
import { keyOf } from '../keys.ts'
import type { Implementation } from '../operation.ts'
import { membershipEntity } from '../table/membership.ts'
import { organizationEntity } from '../table/organization.ts'
import { userEntity } from '../table/user.ts'
import { transact } from '../transaction.ts'
import { organizationContextOf, organizationIdsOf, readOrganizationNames } from './organization-context.ts'
import { joiningTime } from './rules.ts'
import { newMembership } from './session-access.ts'

/** Creates an organization; the caller owns it and works in it from now on. */
export const createOrganization: Implementation<'createOrganization'> = async (
  { database, now },
  access,
  { body },
) => {
  // Before the transaction, so that a read that fails leaves no organization that its maker was not told of.
  const names = await readOrganizationNames(database, organizationIdsOf(access))
  const organizationId = randomUUID()
  const createdAt = timestampOf(now)
  const membership = newMembership(access.user, organizationId, 'owner', joiningTime(now, access.memberships))
  const failed = await transact(database, {
    organization: {
      Put: organizationEntity(database)
        .create({
          organizationId,
          name: body.name,
          createdAt,
          createdByUserId: access.user.id,
          updatedAt: createdAt,
        })
        .params(),
    },
    membership: { Put: membershipEntity(database).create(membership).params() },
    user: {
      Update: userEntity(database)
        .patch({ userKey: keyOf(access.user.id) })
        .set({ activeOrganizationId: organizationId })
        .params(),
    },
  })
  // A new id and a user who has a session: no condition can fail but by a defect.
  if (failed.length > 0) throw new Error(`creating an organization failed on ${failed.join(', ')}`)
  return organizationContextOf(
    {
      activeOrganizationId: organizationId,
      memberships: [...access.memberships, membership],
    },
    names.set(organizationId, body.name),
  )
}
