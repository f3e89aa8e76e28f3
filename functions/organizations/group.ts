import { organizationsOperations } from '@cairn/contract/operations/organizations'
import { listAuditEntries } from '@cairn/domain/organizations/audit/list-audit-entries'
import { getOrganizationContext } from '@cairn/domain/organizations/context/get-organization-context'
import { createOrganization } from '@cairn/domain/organizations/create-organization'
import { deleteOrganization } from '@cairn/domain/organizations/deletion/delete-organization'
import { changeOrganizationOwner } from '@cairn/domain/organizations/members/change-organization-owner'
import { getMemberPicture } from '@cairn/domain/organizations/members/get-member-picture'
import { listOrganizationMembers } from '@cairn/domain/organizations/members/list-organization-members'
import { removeOrganizationMember } from '@cairn/domain/organizations/members/remove-organization-member'
import { updateOrganizationMemberRole } from '@cairn/domain/organizations/members/update-organization-member-role'
import { switchOrganization } from '@cairn/domain/organizations/switch-organization'
import { updateOrganization } from '@cairn/domain/organizations/update-organization'
import { createGroupHandler, type Runtime } from '@cairn/lambda'

export const createGroup = (runtime: Runtime) =>
  createGroupHandler(runtime, organizationsOperations, {
    getOrganizationContext,
    createOrganization,
    switchOrganization,
    updateOrganization,
    deleteOrganization,
    listOrganizationMembers,
    getMemberPicture,
    updateOrganizationMemberRole,
    removeOrganizationMember,
    changeOrganizationOwner,
    listAuditEntries,
  })
