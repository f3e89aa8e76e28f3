import * as z from 'zod'
import { lazy } from '../registry/lazy.ts'
import { defineOperation } from '../registry/operation.ts'
import { nextCursor, pageQuery, uuid, uuidOutput } from '../schemas/common.ts'
import * as schemas from '../schemas/people/invitations.ts'
import { organizationRole, organizationSummary } from '../schemas/people/organizations.ts'

const invitationParams = lazy(() => z.strictObject({ invitationId: uuid() }))

export const invitationsOperations = {
  listOrganizationInvitations: defineOperation({
    id: 'listOrganizationInvitations',
    method: 'GET',
    path: '/v1/organizations/current/invitations',
    group: 'invitations',
    summary: 'List the pending invitations of the organization, newest first',
    credential: 'session',
    query: lazy(() => z.strictObject(pageQuery())),
    table: ['gsi1'],
    success: {
      status: 200,
      description: 'A page of invitations.',
      body: lazy(() =>
        z
          .strictObject({ invitations: z.array(schemas.organizationInvitation()), nextCursor: nextCursor() })
          .meta({
            id: 'ListOrganizationInvitationsResponse',
            description:
              'The pending, unexpired invitations whose inviter is an owner or admin of the organization. Tokens are never included.',
          }),
      ),
    },
    errors: [],
  }),
  createOrganizationInvitation: defineOperation({
    id: 'createOrganizationInvitation',
    method: 'POST',
    path: '/v1/organizations/current/invitations',
    group: 'invitations',
    summary: 'Invite an email address to the organization',
    credential: 'session',
    body: schemas.createOrganizationInvitationRequest,
    repeated: 'secret_gone',
    success: {
      status: 201,
      description: 'The new invitation with its link.',
      body: schemas.issuedOrganizationInvitation,
    },
    errors: ['organization_admin_required', 'invitation_self', 'invitation_already_pending'],
  }),
  revokeOrganizationInvitation: defineOperation({
    id: 'revokeOrganizationInvitation',
    method: 'DELETE',
    path: '/v1/organizations/current/invitations/{invitationId}',
    group: 'invitations',
    summary: 'Revoke a pending invitation',
    credential: 'session',
    params: invitationParams,
    table: ['DeleteItem'],
    success: { status: 204, description: 'The invitation is revoked.' },
    errors: ['organization_admin_required', 'invitation_not_pending'],
  }),
  resendOrganizationInvitation: defineOperation({
    id: 'resendOrganizationInvitation',
    method: 'POST',
    path: '/v1/organizations/current/invitations/{invitationId}/resend',
    group: 'invitations',
    summary: 'Send a pending invitation again, with a new link',
    credential: 'session',
    params: invitationParams,
    success: {
      status: 200,
      description: 'The invitation with its new link.',
      body: schemas.issuedOrganizationInvitation,
    },
    errors: ['organization_admin_required', 'invitation_not_pending'],
  }),
  previewOrganizationInvitation: defineOperation({
    id: 'previewOrganizationInvitation',
    method: 'POST',
    path: '/v1/organizations/invitations/preview',
    group: 'invitations',
    summary: 'Return who invites whom to which organization, for whoever holds the link, without using it',
    credential: 'none',
    body: schemas.previewOrganizationInvitationRequest,
    success: {
      status: 200,
      description: 'The invitation.',
      body: schemas.organizationInvitationPreview,
    },
    errors: ['invitation_not_found'],
  }),
  acceptOrganizationInvitation: defineOperation({
    id: 'acceptOrganizationInvitation',
    method: 'POST',
    path: '/v1/organizations/invitations/accept',
    group: 'invitations',
    summary: "Accept an invitation that was sent to the user's verified email address",
    credential: 'session',
    firstOrganization: 'joined',
    body: schemas.acceptOrganizationInvitationRequest,
    table: ['Query', 'DeleteItem'],
    success: {
      status: 200,
      description:
        'The user is a member of the organization, which is now the active one. If this is the first request of a new user, it is their only one: they get none of their own.',
      body: lazy(() =>
        z
          .strictObject({
            organizationId: uuidOutput(),
            role: organizationRole(),
            activeOrganizationId: uuidOutput(),
            organizations: z.array(organizationSummary()),
          })
          .meta({ id: 'AcceptOrganizationInvitationResponse' }),
      ),
    },
    errors: [
      'invitation_email_mismatch',
      'invitation_not_found',
      'invitation_already_member',
      'too_many_organizations',
    ],
  }),
}
