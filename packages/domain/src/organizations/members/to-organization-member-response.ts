import type { OrganizationMember } from '@cairn/contract/schemas/people/organizations'
import type { MembershipRecord } from '../../storage/table/entities/organizations/membership.ts'

/** A membership as the other members see it. */
export function toOrganizationMemberResponse(record: MembershipRecord): OrganizationMember {
  const { userId, displayName, email, role, pictureId } = record
  return { userId, displayName, email, role, ...(pictureId && { pictureId }) }
}
