import * as z from 'zod'
import { once } from '../once.ts'
import { nextCursor, uuid, uuidOutput, visibleText } from './common.ts'

/** In descending order of authority, which is also the order of member lists. */
export const organizationRoles = ['owner', 'admin', 'member'] as const
export const organizationRole = once(() => z.enum(organizationRoles))
export type OrganizationRole = (typeof organizationRoles)[number]

/** Roles that can be given; there is one owner, and it stays. */
export const assignableRole = once(() => z.enum(['admin', 'member']))

export const organizationSummary = once(() =>
  z.strictObject({
    id: uuidOutput(),
    name: z.string(),
    role: organizationRole(),
  }),
)

export const organizationContext = once(() =>
  z
    .strictObject({ activeOrganizationId: uuidOutput(), organizations: z.array(organizationSummary()) })
    .meta({ id: 'OrganizationContext', description: "The user's memberships, in the order of joining." }),
)

const organizationName = once(() => visibleText(100))

export const createOrganizationRequest = once(() =>
  z.strictObject({ name: organizationName() }).meta({ id: 'CreateOrganizationRequest' }),
)

export const updateOrganizationRequest = once(() =>
  z.strictObject({ name: organizationName() }).meta({ id: 'UpdateOrganizationRequest' }),
)

export const switchOrganizationRequest = once(() =>
  z.strictObject({ organizationId: uuid() }).meta({ id: 'SwitchOrganizationRequest' }),
)

export const organizationMember = once(() =>
  z
    .strictObject({
      userId: z.string(),
      displayName: z.string(),
      email: z.string().nullable(),
      role: organizationRole(),
    })
    .meta({ id: 'OrganizationMember' }),
)
export type OrganizationMember = z.infer<ReturnType<typeof organizationMember>>

export const listOrganizationMembersResponse = once(() =>
  z
    .strictObject({ members: z.array(organizationMember()), nextCursor: nextCursor() })
    .meta({ id: 'ListOrganizationMembersResponse' }),
)

export const updateOrganizationMemberRoleRequest = once(() =>
  z.strictObject({ role: assignableRole() }).meta({ id: 'UpdateOrganizationMemberRoleRequest' }),
)

export const updateOrganizationMemberRoleResponse = once(() =>
  z.strictObject({ member: organizationMember() }).meta({ id: 'UpdateOrganizationMemberRoleResponse' }),
)
