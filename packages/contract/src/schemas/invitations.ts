import * as z from 'zod'
import { emailAddress, nextCursor, timestamp, uuidOutput } from './common.ts'
import { assignableRole, organizationRole, organizationSummary } from './organizations.ts'

export const invitationStatus = z.enum(['pending', 'accepted', 'revoked', 'expired'])

export const organizationInvitation = z
  .strictObject({
    id: uuidOutput,
    email: z.string(),
    role: assignableRole,
    status: invitationStatus,
    invitedByUserId: z.string(),
    expiresAt: timestamp,
    createdAt: timestamp,
  })
  .meta({ id: 'OrganizationInvitation' })
export type OrganizationInvitation = z.infer<typeof organizationInvitation>

export const listOrganizationInvitationsResponse = z
  .strictObject({ invitations: z.array(organizationInvitation), nextCursor })
  .meta({
    id: 'ListOrganizationInvitationsResponse',
    description: 'Pending and unexpired ones; never a token.',
  })

export const createOrganizationInvitationRequest = z
  .strictObject({ email: emailAddress(320), role: assignableRole })
  .meta({ id: 'CreateOrganizationInvitationRequest' })

export const issuedOrganizationInvitation = z
  .strictObject({
    invitation: organizationInvitation,
    acceptUrl: z.string().meta({ format: 'uri', description: 'Returned only here.' }),
    emailSent: z
      .boolean()
      .meta({ description: 'False where delivery is off or failed; the invitation stands.' }),
  })
  .meta({ id: 'IssuedOrganizationInvitation' })

export const acceptOrganizationInvitationRequest = z
  .strictObject({ token: z.string().regex(/^[A-Za-z0-9_-]{1,200}$/, 'must be an invitation token') })
  .meta({ id: 'AcceptOrganizationInvitationRequest' })

export const acceptOrganizationInvitationResponse = z
  .strictObject({
    organizationId: uuidOutput,
    role: organizationRole,
    activeOrganizationId: uuidOutput,
    organizations: z.array(organizationSummary),
  })
  .meta({ id: 'AcceptOrganizationInvitationResponse' })
