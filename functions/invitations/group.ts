import { invitationsOperations } from '@cairn/contract/operations/invitations'
import { acceptOrganizationInvitation } from '@cairn/domain/organizations/invitations/accept-organization-invitation'
import { createOrganizationInvitation } from '@cairn/domain/organizations/invitations/create-organization-invitation'
import { listOrganizationInvitations } from '@cairn/domain/organizations/invitations/list-organization-invitations'
import { previewOrganizationInvitation } from '@cairn/domain/organizations/invitations/preview-organization-invitation'
import { resendOrganizationInvitation } from '@cairn/domain/organizations/invitations/resend-organization-invitation'
import { revokeOrganizationInvitation } from '@cairn/domain/organizations/invitations/revoke-organization-invitation'
import { createGroupHandler, type Runtime } from '@cairn/lambda'
import { createEmailDelivery } from '@cairn/lambda/email/email-delivery'

export const createGroup = (runtime: Runtime) =>
  createGroupHandler(
    runtime,
    invitationsOperations,
    {
      listOrganizationInvitations,
      createOrganizationInvitation,
      revokeOrganizationInvitation,
      resendOrganizationInvitation,
      previewOrganizationInvitation,
      acceptOrganizationInvitation,
    },
    { email: createEmailDelivery(runtime) },
  )
