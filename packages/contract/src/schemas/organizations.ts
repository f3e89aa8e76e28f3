import * as z from 'zod'
import { nextCursor, trimmedText, uuid, uuidOutput } from './common.ts'

/** In descending order of authority, which is also the order of member lists. */
export const organizationRoles = ['owner', 'admin', 'member'] as const
export const organizationRole = z.enum(organizationRoles)
export type OrganizationRole = z.infer<typeof organizationRole>

/** Roles that can be given; there is one owner, and it stays. */
export const assignableRole = z.enum(['admin', 'member'])

export const organizationSummary = z.strictObject({
  id: uuidOutput,
  name: z.string(),
  role: organizationRole,
})

export const organizationContext = z
  .strictObject({ activeOrganizationId: uuidOutput, organizations: z.array(organizationSummary) })
  .meta({ id: 'OrganizationContext', description: "The user's memberships, in the order of joining." })

const organizationName = trimmedText(100)

export const createOrganizationRequest = z
  .strictObject({ name: organizationName })
  .meta({ id: 'CreateOrganizationRequest' })

export const updateOrganizationRequest = z
  .strictObject({ name: organizationName })
  .meta({ id: 'UpdateOrganizationRequest' })

export const switchOrganizationRequest = z
  .strictObject({ organizationId: uuid })
  .meta({ id: 'SwitchOrganizationRequest' })

export const organizationMember = z
  .strictObject({
    userId: z.string(),
    displayName: z.string(),
    email: z.string().nullable(),
    role: organizationRole,
  })
  .meta({ id: 'OrganizationMember' })
export type OrganizationMember = z.infer<typeof organizationMember>

export const listOrganizationMembersResponse = z
  .strictObject({ members: z.array(organizationMember), nextCursor })
  .meta({ id: 'ListOrganizationMembersResponse' })

export const updateOrganizationMemberRoleRequest = z
  .strictObject({ role: assignableRole })
  .meta({ id: 'UpdateOrganizationMemberRoleRequest' })

export const updateOrganizationMemberRoleResponse = z
  .strictObject({ member: organizationMember })
  .meta({ id: 'UpdateOrganizationMemberRoleResponse' })
