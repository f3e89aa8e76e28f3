import { ServiceError } from '@cairn/contract/errors/errors'
import { requireMembership } from '../../requests/access.ts'
import type { Implementation } from '../../requests/operation.ts'
import { readRecord } from '../../storage/database/read-record.ts'
import { lostRace, retryOnLostRace } from '../../storage/database/retry.ts'
import { transact } from '../../storage/database/transaction.ts'
import { membershipEntity } from '../../storage/table/entities/organizations/membership.ts'
import { organizationEntity } from '../../storage/table/entities/organizations/organization.ts'
import { requireOwner } from '../members/require-owner.ts'
import { endOrganization } from './end-organization.ts'

/**
 * Deletes the organization. One transaction takes its record away, which every request reads beside the membership: so all members
 * lose it at once, with their sessions, API tokens, cursors and invitation links. Its webhooks are deleted in the same transaction.
 * Everything else follows as due work (`finish-deletion.ts`). The audit log goes too, so it has no entry.
 *
 * @throws `organization_owner_required`; `invalid_request` if the name is another one.
 */
export const deleteOrganization: Implementation<'deleteOrganization'> = async (
  { database, now },
  access,
  { body: { name } },
) => {
  const { organizationId, user } = access
  const key = { userKey: access.stored.userKey, organizationId }
  const { membership: requireMember } = access
  return retryOnLostRace(database, async () => {
    const [membership, organization, writes] = await Promise.all([
      readRecord(database, membershipEntity, key),
      readRecord(database, organizationEntity, { organizationId }),
      endOrganization(database, { organizationId, name }, user.id, now),
      requireMember(),
    ])
    // Somebody else may have deleted it since the request began.
    requireOwner(requireMembership(organization && membership))
    if (organization?.name !== name) throw otherName()
    const failed = await transact<string>(database, {
      owner: { ConditionCheck: membershipEntity.remove(key).where(({ role }, { eq }) => eq(role, 'owner')) },
      ...writes,
    })
    return failed.length > 0 ? lostRace : undefined
  })
}

function otherName(): ServiceError {
  return new ServiceError('invalid_request', 'The request is not valid.', {
    details: [{ path: 'name', message: 'Enter the name of the organization exactly as it is.' }],
  })
}
