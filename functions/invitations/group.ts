import { invitationsOperations } from '@cairn/contract/operations/invitations'
import { acceptOrganizationInvitation } from '@cairn/domain/invitations/accept-organization-invitation'
import { createOrganizationInvitation } from '@cairn/domain/invitations/create-organization-invitation'
import { listOrganizationInvitations } from '@cairn/domain/invitations/list-organization-invitations'
import { previewOrganizationInvitation } from '@cairn/domain/invitations/preview-organization-invitation'
import { resendOrganizationInvitation } from '@cairn/domain/invitations/resend-organization-invitation'
import { revokeOrganizationInvitation } from '@cairn/domain/invitations/revoke-organization-invitation'
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
