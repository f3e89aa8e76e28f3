import { invitationsOperations } from '@cairn/contract/operations/invitations'
import { acceptOrganizationInvitation } from '@cairn/domain/invitations/accept-organization-invitation'
import { createOrganizationInvitation } from '@cairn/domain/invitations/create-organization-invitation'
import { listOrganizationInvitations } from '@cairn/domain/invitations/list-organization-invitations'
import { resendOrganizationInvitation } from '@cairn/domain/invitations/resend-organization-invitation'
import { revokeOrganizationInvitation } from '@cairn/domain/invitations/revoke-organization-invitation'
import { createGroupHandler, type Runtime, rateLimitSubjectOf } from '@cairn/lambda'
import { createEmailDelivery } from '@cairn/lambda/email/email-delivery'

export const createGroup = (runtime: Runtime) => {
  const { webOrigin, invitationLifetimeDays } = runtime.configuration
  const settings = {
    delivery: createEmailDelivery(runtime),
    webOrigin,
    lifetimeInDays: invitationLifetimeDays,
  }
  return createGroupHandler<'invitations'>(runtime, invitationsOperations, {
    listOrganizationInvitations,
    createOrganizationInvitation: (context, access, input, event) =>
      createOrganizationInvitation(context, access, input, settings, rateLimitSubjectOf(runtime, event)),
    revokeOrganizationInvitation,
    resendOrganizationInvitation: (context, access, input, event) =>
      resendOrganizationInvitation(context, access, input, settings, rateLimitSubjectOf(runtime, event)),
    acceptOrganizationInvitation: (context, access, input, event) =>
      acceptOrganizationInvitation(context, access, input, rateLimitSubjectOf(runtime, event)),
  })
}
