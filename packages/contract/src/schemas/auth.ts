import * as z from 'zod'
import { lazy } from '../lazy.ts'
import { emailAddress, exactText, timestamp, visibleText } from './common.ts'
import { organizationSummary } from './organizations.ts'

/** Limits of the built-in email provider's credentials, in characters. */
const emailMaximumLength = 254
const passwordMinimumLength = 12
const passwordMaximumLength = 512

export const authConfiguration = lazy(() =>
  z.strictObject({ method: z.enum(['email', 'redirect']) }).meta({
    id: 'AuthConfiguration',
    description: 'How a browser signs in: with a form, or by leaving for a login page.',
  }),
)

export const canonicalUser = lazy(() =>
  z.strictObject({ id: z.string(), displayName: z.string(), email: z.string() }),
)

export const authSession = lazy(() =>
  z
    .strictObject({
      user: canonicalUser(),
      activeOrganizationId: z.string(),
      organizations: z.array(organizationSummary()),
    })
    .meta({ id: 'AuthSession' }),
)

/** Where a browser wants to be after signing in. Judged when used, so any string is taken here. */
export const returnTo = lazy(() =>
  z.string().optional().meta({ description: 'A same-origin URL; any other means /home.' }),
)

export const emailRegistrationRequest = lazy(() =>
  z
    .strictObject({
      email: emailAddress(emailMaximumLength),
      password: exactText(passwordMinimumLength, passwordMaximumLength).meta({
        description:
          'Of any characters. Refused where it is one of the most common passwords, contains the address or the name, or is little more than words of them.',
      }),
      displayName: visibleText(100),
    })
    .meta({ id: 'EmailRegistrationRequest' }),
)

export const emailRegistrationResponse = lazy(() =>
  z
    .strictObject({ emailVerificationRequired: z.literal(true), email: z.string() })
    .meta({ id: 'EmailRegistrationResponse' }),
)

export const emailVerificationRequest = lazy(() =>
  z.strictObject({ token: exactText(1, 500) }).meta({ id: 'EmailVerificationRequest' }),
)

/** Whose account a verification link would verify. */
export const emailVerificationPreview = lazy(() =>
  z
    .strictObject({
      email: z.string(),
      displayName: z.string().meta({ description: 'Chosen by whoever created the account.' }),
      createdAt: timestamp(),
      sameBrowser: z.boolean().meta({
        description:
          "Whether the request carries the cookie that creating the account set. If not, the account may be somebody else's: warn before verifying.",
      }),
    })
    .meta({ id: 'EmailVerificationPreview' }),
)

export const emailLoginRequest = lazy(() =>
  z
    .strictObject({
      email: emailAddress(emailMaximumLength),
      // Not the registration minimum: a password that is too short is simply a wrong one (401).
      password: exactText(1, passwordMaximumLength),
      returnTo: returnTo(),
    })
    .meta({ id: 'EmailLoginRequest' }),
)

export const authTransitionResponse = lazy(() =>
  z.strictObject({ redirectTo: z.string().meta({ format: 'uri' }) }).meta({
    id: 'AuthTransitionResponse',
    description: 'The next location of the browser, an absolute URL.',
  }),
)

export type EmailRegistrationRequest = z.output<ReturnType<typeof emailRegistrationRequest>>
export type EmailLoginRequest = z.output<ReturnType<typeof emailLoginRequest>>
