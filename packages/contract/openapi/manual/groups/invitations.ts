import { ann, ids } from '../examples.ts'
import type { GroupTexts } from './group-texts.ts'

const forAdministrators = 'For owners and admins.'
const aboutDelivery =
  'The link is in this response and nowhere else, so that it can be sent by hand if `emailSent` is false. At most 500 invitations an hour.'

export const invitationsTexts: GroupTexts<'invitations'> = {
  operations: {
    listOrganizationInvitations: `Returns the pending invitations of the organization, newest first. Any member may see them. Their links are never listed.`,
    createOrganizationInvitation: `Invites an email address as \`admin\` or \`member\`, and sends the link by email. ${forAdministrators} The link works for 7 days (\`INVITATION_LIFETIME_DAYS\`), for an account with that address only. An address can have one pending invitation: send that one again instead.

${aboutDelivery}`,
    revokeOrganizationInvitation: `Revokes a pending invitation: its link stops working at once. ${forAdministrators} An unknown id is \`invitation_not_pending\`, as an invitation that is no longer pending.`,
    resendOrganizationInvitation: `Sends a pending invitation again with a new link, which replaces the earlier one and starts its 7 days anew. ${forAdministrators} ${aboutDelivery}`,
    previewOrganizationInvitation: `Returns which organization, who invites, which address and what role, for whoever holds the link and before signing in. It uses nothing up. At most 100 attempts at an invitation in 15 minutes.`,
    acceptOrganizationInvitation: `Makes the user a member of the organization that invited the verified address of the account, and makes it the active organization. The link works once.

Another address is \`invitation_email_mismatch\`: the invitation stays pending. An invitation whose inviter is no longer an administrator counts as revoked. A user can be a member of at most 100 organizations. Events \`invitation.accepted\` and \`member.joined\` follow.`,
  },
  fields: {
    'CreateOrganizationInvitationRequest.email': [
      'Whom to invite, at most 320 characters.',
      'cleo@example.com',
    ],
    'CreateOrganizationInvitationRequest.role': ['What the invited person will be.', 'member'],
    'PreviewOrganizationInvitationRequest.token': [
      'The last part of the invitation link.',
      `${ids.organization}_EXAMPLE`,
    ],
    'AcceptOrganizationInvitationRequest.token': [
      'The last part of the invitation link.',
      `${ids.organization}_EXAMPLE`,
    ],
    'AcceptOrganizationInvitationResponse.organizationId': [
      'The organization that the user joined.',
      ids.organization,
    ],
    'AcceptOrganizationInvitationResponse.role': ['The role of the user in it.', 'member'],
    invitations: ['The invitations, newest first.'],
    'OrganizationInvitation.id': ['The invitation.', ids.invitation],
    'OrganizationInvitation.email': ['The address that is invited.', 'cleo@example.com'],
    'OrganizationInvitation.status': [undefined, 'pending'],
    'OrganizationInvitation.emailBouncedAt': [undefined, null],
    'OrganizationInvitationPreview.email': [undefined, 'cleo@example.com'],
    acceptUrl: [undefined, `https://cairn.example.com/invitations/${ids.organization}_EXAMPLE`],
    emailSent: [undefined, true],
    invitedByUserId: ['The user who invited.', ann],
    inviter: ['Who invited.'],
    invitation: ['The invitation.'],
  },
  schemas: {
    AcceptOrganizationInvitationRequest: 'The invitation to accept.',
    AcceptOrganizationInvitationResponse:
      "The organization that the user joined, and all of the user's organizations.",
    CreateOrganizationInvitationRequest: 'Whom to invite, and as what.',
    IssuedOrganizationInvitation: 'An invitation with its link.',
    OrganizationInvitation: 'An invitation without its link.',
    OrganizationInvitationPreview: 'What the invited person wants to know before accepting.',
    PreviewOrganizationInvitationRequest: 'The invitation to look at.',
  },
}
