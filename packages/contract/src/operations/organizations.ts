import * as z from 'zod'
import { auditRetentionDays } from '../events/audit-actions.ts'
import { lazy } from '../registry/lazy.ts'
import { defineOperation } from '../registry/operation.ts'
import { auditEntry, auditKind } from '../schemas/audit.ts'
import { nextCursor, pageQuery, userId, uuid } from '../schemas/common.ts'
import * as schemas from '../schemas/people/organizations.ts'
import { pictureId, pictureType } from '../schemas/people/pictures.ts'
import { zonedTime } from '../schemas/time/zoned-time.ts'

export const organizationsOperations = {
  getOrganizationContext: defineOperation({
    id: 'getOrganizationContext',
    method: 'GET',
    path: '/v1/organizations',
    group: 'organizations',
    summary:
      "Return the user's memberships and the active organization; create the first organization if there is none",
    credential: 'session',
    table: ['Query'],
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
    table: ['Query'],
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
    table: ['Query'],
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
    summary: 'Change the name and the settings of the organization',
    credential: 'session',
    body: schemas.updateOrganizationRequest,
    table: ['Query'],
    success: {
      status: 200,
      description: "The user's organizations after the change.",
      body: schemas.organizationContext,
    },
    errors: ['organization_admin_required'],
  }),
  deleteOrganization: defineOperation({
    id: 'deleteOrganization',
    method: 'DELETE',
    path: '/v1/organizations/current',
    group: 'organizations',
    summary: 'Delete the organization with everything in it',
    credential: 'session',
    body: schemas.deleteOrganizationRequest,
    table: ['Query', 'gsi1', 'DeleteItem'],
    success: { status: 204, description: 'Nobody has access to the organization any longer.' },
    errors: ['organization_owner_required'],
  }),
  listOrganizationMembers: defineOperation({
    id: 'listOrganizationMembers',
    method: 'GET',
    path: '/v1/organizations/current/members',
    group: 'organizations',
    summary: 'List the members of the organization, sorted by role and name',
    credential: 'session_or_token',
    scopes: ['members:read'],
    query: lazy(() => z.strictObject(pageQuery())),
    table: ['gsi1'],
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
  getMemberPicture: defineOperation({
    id: 'getMemberPicture',
    method: 'GET',
    path: '/v1/organizations/{organizationId}/members/{userId}/pictures/{pictureId}',
    group: 'organizations',
    summary: 'Return the picture of a member of an organization that the user belongs to',
    credential: 'session',
    params: lazy(() => z.strictObject({ organizationId: uuid(), userId: userId(), pictureId: pictureId() })),
    malformedParams: 'picture_not_found',
    success: { status: 200, description: 'The picture.', file: pictureType },
    errors: ['picture_not_found'],
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
  removeOrganizationMember: defineOperation({
    id: 'removeOrganizationMember',
    method: 'DELETE',
    path: '/v1/organizations/current/members/{userId}',
    group: 'organizations',
    summary: 'Remove a member other than the owner, or leave the organization',
    credential: 'session',
    params: lazy(() => z.strictObject({ userId: userId() })),
    malformedParams: 'organization_member_not_found',
    body: lazy(() =>
      z
        .strictObject({
          reassignGoalsTo: userId().nullable().meta({
            description:
              'The member who gets all goals that the removed member owns, whatever their status. `null`: nobody owns them afterwards.',
          }),
        })
        .meta({
          id: 'RemoveOrganizationMemberRequest',
          description:
            "Sessions, API tokens and webhooks of the member lose the organization at once. The goals follow within minutes; each gets an edit in its history, in the name of the caller. If their new owner is removed before, they go to whoever gets that member's goals. If the member is invited again before, the goals that are left stay.",
        }),
    ),
    table: ['Query', 'DeleteItem'],
    success: { status: 204, description: 'The membership has ended.' },
    errors: [
      'organization_admin_required',
      'organization_member_not_found',
      'sole_owner',
      'invalid_goal_owner',
    ],
  }),
  changeOrganizationOwner: defineOperation({
    id: 'changeOrganizationOwner',
    method: 'POST',
    path: '/v1/organizations/current/owner',
    group: 'organizations',
    summary: 'Hand the organization over to another member; the owner becomes an admin',
    credential: 'session',
    body: schemas.changeOrganizationOwnerRequest,
    table: ['Query'],
    success: {
      status: 200,
      description: "The user's organizations after the change.",
      body: schemas.organizationContext,
    },
    errors: ['organization_owner_required', 'member_not_found', 'invalid_credentials'],
  }),
  listAuditEntries: defineOperation({
    id: 'listAuditEntries',
    method: 'GET',
    path: '/v1/organizations/current/audit',
    group: 'organizations',
    summary: `List who changed what in the organization, newest first. Entries are kept for ${auditRetentionDays} days`,
    credential: 'session',
    query: lazy(() =>
      z.strictObject({
        userId: userId().optional().meta({ description: 'Only what this person did.' }),
        kind: auditKind().optional().meta({ description: 'Only entries of this kind.' }),
        from: zonedTime().optional().meta({ description: 'Only entries of this time and later.' }),
        until: zonedTime().optional().meta({ description: 'Only entries before this time.' }),
        ...pageQuery(),
      }),
    ),
    table: ['Query', 'gsi1', 'gsi2'],
    success: {
      status: 200,
      description: 'A page of entries.',
      body: lazy(() =>
        z
          .strictObject({ entries: z.array(auditEntry()), nextCursor: nextCursor() })
          .meta({ id: 'ListAuditEntriesResponse' }),
      ),
    },
    errors: ['organization_admin_required'],
  }),
}
