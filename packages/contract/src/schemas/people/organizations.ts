import * as z from 'zod'
import { lazy } from '../../registry/lazy.ts'
import { enteredPassword, exactText, nameText, userId, uuidOutput } from '../common.ts'
import { goalVerification } from '../goals/goal-values.ts'
import { pictureId } from './pictures.ts'

/** By descending authority, which is also the order of member lists. */
export const organizationRoles = ['owner', 'admin', 'member'] as const
export const organizationRole = lazy(() => z.enum(organizationRoles))
export type OrganizationRole = (typeof organizationRoles)[number]

/** Roles that can be assigned. An organization has exactly one owner, who hands it over. */
export const assignableRole = lazy(() => z.enum(['admin', 'member']))

export const organizationSummary = lazy(() =>
  z.strictObject({
    id: uuidOutput(),
    name: z.string(),
    role: organizationRole(),
    defaultVerification: goalVerification()
      .optional()
      .meta({ description: 'The verification of new goals that name none. Absent: `none`.' }),
  }),
)

export const organizationContext = lazy(() =>
  z.strictObject({ activeOrganizationId: uuidOutput(), organizations: z.array(organizationSummary()) }).meta({
    id: 'OrganizationContext',
    description: "The active organization and the user's memberships, in the order in which the user joined.",
  }),
)

const organizationName = lazy(() => nameText(100))

export const createOrganizationRequest = lazy(() =>
  z.strictObject({ name: organizationName() }).meta({ id: 'CreateOrganizationRequest' }),
)

export const updateOrganizationRequest = lazy(() =>
  z
    .strictObject({
      name: organizationName().optional(),
      defaultVerification: goalVerification().optional().meta({
        description: 'The verification of goals that are published from now on without naming one.',
      }),
    })
    .refine((changes) => Object.keys(changes).length > 0, 'Change at least one field.')
    .meta({ id: 'UpdateOrganizationRequest', minProperties: 1 }),
)

export const deleteOrganizationRequest = lazy(() =>
  z
    .strictObject({
      name: exactText(1, 100).meta({
        description:
          'The name of the organization exactly as it is: whoever deletes it has seen which one it is.',
      }),
    })
    .meta({
      id: 'DeleteOrganizationRequest',
      description:
        'All members lose the organization at once, with their sessions, API tokens, cursors, webhooks and invitation links. Its data is removed within a day. There is no way back.',
    }),
)

export const changeOrganizationOwnerRequest = lazy(() =>
  z
    .strictObject({
      userId: userId().meta({ description: 'The member who becomes the owner.' }),
      password: enteredPassword()
        .optional()
        .meta({ description: "The caller's password. Required by the built-in email provider." }),
    })
    .meta({ id: 'ChangeOrganizationOwnerRequest' }),
)

export const organizationMember = lazy(() =>
  z
    .strictObject({
      userId: z.string(),
      displayName: z.string(),
      email: z.string().nullable(),
      role: organizationRole(),
      pictureId: pictureId().optional(),
    })
    .meta({ id: 'OrganizationMember' }),
)
export type OrganizationMember = z.infer<ReturnType<typeof organizationMember>>
