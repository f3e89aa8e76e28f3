import { organizationsOperations } from '@cairn/contract/operations/organizations'
import { createOrganization } from '@cairn/domain/organizations/create-organization'
import { getOrganizationContext } from '@cairn/domain/organizations/get-organization-context'
import { listOrganizationMembers } from '@cairn/domain/organizations/list-organization-members'
import { switchOrganization } from '@cairn/domain/organizations/switch-organization'
import { updateOrganization } from '@cairn/domain/organizations/update-organization'
import { updateOrganizationMemberRole } from '@cairn/domain/organizations/update-organization-member-role'
import { createGroupHandler, type Runtime } from '@cairn/lambda'

export const createGroup = (runtime: Runtime) =>
  createGroupHandler(runtime, organizationsOperations, {
    getOrganizationContext,
    createOrganization,
    switchOrganization,
    updateOrganization,
    listOrganizationMembers,
    updateOrganizationMemberRole,
  })
