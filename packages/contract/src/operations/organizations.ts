import * as z from 'zod'
import { lazy } from '../lazy.ts'
import { defineOperation } from '../operation.ts'
import { nextCursor, pageQuery, userId, uuid } from '../schemas/common.ts'
import * as schemas from '../schemas/organizations.ts'

export const organizationsOperations = {
  getOrganizationContext: defineOperation({
    id: 'getOrganizationContext',
    method: 'GET',
    path: '/v1/organizations',
    group: 'organizations',
    summary:
      "Return the user's memberships and the active organization; create the first organization if there is none",
    credential: 'session',
    success: { status: 200, description: "The user's organizations.", body: schemas.organizationContext },
    errors: [],
  }),
  createOrganization: defineOperation({
    id: 'createOrganization',
    method: 'POST',
    path: '/v1/organizations',
    group: 'organizations',
    summary: 'Create an organization that the user owns, and make it the active one',
    credential: 'session',
    body: schemas.createOrganizationRequest,
    repeated: 'first_response',
    success: {
      status: 201,
      description: "The user's organizations after the change.",
      body: schemas.organizationContext,
    },
    errors: ['too_many_organizations'],
  }),
  switchOrganization: defineOperation({
    id: 'switchOrganization',
    method: 'POST',
    path: '/v1/organizations/switch',
    group: 'organizations',
    summary: 'Make another organization of the user the active one',
    credential: 'session',
    body: lazy(() => z.strictObject({ organizationId: uuid() }).meta({ id: 'SwitchOrganizationRequest' })),
    success: {
      status: 200,
      description: "The user's organizations after the change.",
      body: schemas.organizationContext,
    },
    errors: [],
  }),
  updateOrganization: defineOperation({
    id: 'updateOrganization',
    method: 'PATCH',
    path: '/v1/organizations/current',
    group: 'organizations',
    summary: 'Rename the organization',
    credential: 'session',
    body: schemas.updateOrganizationRequest,
    success: {
      status: 200,
      description: "The user's organizations after the change.",
      body: schemas.organizationContext,
    },
    errors: ['organization_admin_required'],
  }),
  listOrganizationMembers: defineOperation({
    id: 'listOrganizationMembers',
    method: 'GET',
    path: '/v1/organizations/current/members',
    group: 'organizations',
    summary: 'List the members of the organization, sorted by role and name',
    credential: 'session',
    query: lazy(() => z.strictObject(pageQuery())),
    success: {
      status: 200,
      description: 'A page of members.',
      body: lazy(() =>
        z
          .strictObject({ members: z.array(schemas.organizationMember()), nextCursor: nextCursor() })
          .meta({ id: 'ListOrganizationMembersResponse' }),
      ),
    },
    errors: [],
  }),
  updateOrganizationMemberRole: defineOperation({
    id: 'updateOrganizationMemberRole',
    method: 'PATCH',
    path: '/v1/organizations/current/members/{userId}',
    group: 'organizations',
    summary: 'Change the role of a member other than the owner',
    credential: 'session',
    params: lazy(() => z.strictObject({ userId: userId() })),
    malformedParams: 'member_not_found',
    body: lazy(() =>
      z.strictObject({ role: schemas.assignableRole() }).meta({ id: 'UpdateOrganizationMemberRoleRequest' }),
    ),
    success: {
      status: 200,
      description: 'The changed member.',
      body: lazy(() =>
        z
          .strictObject({ member: schemas.organizationMember() })
          .meta({ id: 'UpdateOrganizationMemberRoleResponse' }),
      ),
    },
    errors: ['organization_admin_required', 'owner_role_immutable', 'member_not_found'],
  }),
}
