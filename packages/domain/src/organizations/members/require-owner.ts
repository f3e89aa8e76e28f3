import { ServiceError } from '@cairn/contract/errors/errors'
import type { MembershipRecord } from '../../storage/table/entities/organizations/membership.ts'

/** @throws `organization_owner_required`. */
export function requireOwner(membership: MembershipRecord): MembershipRecord {
  if (membership.role === 'owner') return membership
  throw new ServiceError('organization_owner_required', 'Only the owner of the organization can do this.')
}
