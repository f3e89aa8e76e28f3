import * as z from 'zod'
import { lazy } from '../../registry/lazy.ts'
import { emailAddress, timestamp, uuidOutput } from '../common.ts'
import { assignableRole } from './organizations.ts'

const invitationStatus = lazy(() => z.enum(['pending', 'accepted', 'revoked', 'expired']))

export const organizationInvitation = lazy(() =>
  z
    .strictObject({
      id: uuidOutput(),
      email: z.string(),
      role: assignableRole(),
      status: invitationStatus().meta({
        description:
          'A pending invitation counts as revoked while its inviter is not an owner or admin of the organization. It is revoked permanently when the same address is invited again.',
      }),
      invitedByUserId: z.string(),
      expiresAt: timestamp(),
      createdAt: timestamp(),
      emailBouncedAt: timestamp().nullable().meta({
        description:
          'When an email to the address came back as undeliverable; null if none has since the invitation was last sent. The invitation is valid either way. Only Amazon SES reports this.',
      }),
    })
    .meta({ id: 'OrganizationInvitation' }),
)
export type OrganizationInvitation = z.infer<ReturnType<typeof organizationInvitation>>

export const createOrganizationInvitationRequest = lazy(() =>
  z
    .strictObject({ email: emailAddress(320), role: assignableRole() })
    .meta({ id: 'CreateOrganizationInvitationRequest' }),
)

export const issuedOrganizationInvitation = lazy(() =>
  z
    .strictObject({
      invitation: organizationInvitation(),
      acceptUrl: z.string().meta({
        format: 'uri',
        description: 'The link to send to the invited person. It is returned only in this response.',
      }),
      emailSent: z.boolean().meta({
        description: 'False if email delivery is turned off or failed. The invitation is valid either way.',
      }),
    })
    .meta({ id: 'IssuedOrganizationInvitation' }),
)

/** The last part of an invitation link. */
export const invitationToken = lazy(() =>
  z.string().regex(/^[A-Za-z0-9_-]{1,200}$/, 'Use the token from the invitation link.'),
)

export const previewOrganizationInvitationRequest = lazy(() =>
  z.strictObject({ token: invitationToken() }).meta({ id: 'PreviewOrganizationInvitationRequest' }),
)

export const organizationInvitationPreview = lazy(() =>
  z
    .strictObject({
      organization: z.strictObject({ id: uuidOutput(), name: z.string() }),
      inviter: z.strictObject({ displayName: z.string() }),
      email: z
        .string()
        .meta({ description: 'The address that is invited. Only an account with it can accept.' }),
      role: assignableRole(),
      expiresAt: timestamp(),
    })
    .meta({ id: 'OrganizationInvitationPreview' }),
)
export type OrganizationInvitationPreview = z.infer<ReturnType<typeof organizationInvitationPreview>>

export const acceptOrganizationInvitationRequest = lazy(() =>
  z.strictObject({ token: invitationToken() }).meta({ id: 'AcceptOrganizationInvitationRequest' }),
)
