import * as z from 'zod'
import { lazy } from '../../registry/lazy.ts'
import {
  emailAddress,
  enteredPassword,
  exactText,
  maximumPasswordLength,
  nameText,
  timestamp,
} from '../common.ts'
import { invitationToken } from './invitations.ts'
import { language, timeZone } from './notifications.ts'

/** Limits of the built-in email provider's credentials, in characters. */
const emailMaximumLength = 254
const passwordMinimumLength = 12

export const canonicalUser = lazy(() =>
  z.strictObject({ id: z.string(), displayName: z.string(), email: z.string() }),
)

/** The address to open after signing in. Checked when it is used, so any string is valid here. */
export const returnTo = lazy(() =>
  z.string().optional().meta({
    description:
      'Where to send the browser after it has signed in: a URL of this origin. Any other value means `/home`.',
  }),
)

/** The parameters that an OpenID provider adds to the address of the callback. Checked when used, so any string is valid here. */
export const authorizationResponse = lazy(() => {
  const parameter = z.string().optional()
  return { code: parameter, state: parameter, iss: parameter, error: parameter }
})

export const backchannelLogoutRequest = lazy(() =>
  z.object({ logout_token: exactText(1, 16_384) }).meta({ id: 'BackchannelLogoutRequest' }),
)

const newPassword = lazy(() =>
  exactText(passwordMinimumLength, maximumPasswordLength).meta({
    description:
      'Any characters. Refused if it is one of the most common passwords, contains the email address or the display name, or consists of little more than their words.',
  }),
)

export const emailRegistrationRequest = lazy(() =>
  z
    .strictObject({
      email: emailAddress(emailMaximumLength),
      password: newPassword(),
      displayName: nameText(100),
      invitationToken: invitationToken().optional().meta({
        description:
          'The token of an invitation link to the same address. The first sign-in accepts the invitation, and the account gets no organization of its own. If the invitation is not valid then, the account gets one as without it.',
      }),
    })
    .meta({ id: 'EmailRegistrationRequest' }),
)

export const emailVerificationRequest = lazy(() =>
  z.strictObject({ token: exactText(1, 500) }).meta({ id: 'EmailVerificationRequest' }),
)

/** Asks for an email about the account with an address, whether or not there is one. */
export const accountEmailRequest = lazy(() =>
  z.strictObject({ email: emailAddress(emailMaximumLength) }).meta({ id: 'AccountEmailRequest' }),
)

export const accountEmailResponse = lazy(() =>
  z.strictObject({ email: z.string() }).meta({
    id: 'AccountEmailResponse',
    description: 'The normalized address. The same whether or not there is an account with it.',
  }),
)

export const passwordResetRequest = lazy(() =>
  z.strictObject({ token: exactText(1, 500), password: newPassword() }).meta({ id: 'PasswordResetRequest' }),
)

export const passwordChangeRequest = lazy(() =>
  z
    .strictObject({ currentPassword: enteredPassword(), newPassword: newPassword() })
    .meta({ id: 'PasswordChangeRequest' }),
)

export const emailLoginRequest = lazy(() =>
  z
    .strictObject({
      email: emailAddress(emailMaximumLength),
      password: enteredPassword(),
      returnTo: returnTo(),
    })
    .meta({ id: 'EmailLoginRequest' }),
)

export const updateProfileRequest = lazy(() =>
  z
    .strictObject({ displayName: nameText(100), timeZone: timeZone(), language: language() })
    .partial()
    .refine((changes) => Object.keys(changes).length > 0, 'Change at least one field.')
    .meta({ id: 'UpdateProfileRequest', minProperties: 1 }),
)

export const accountDeletionRequest = lazy(() =>
  z
    .strictObject({ password: enteredPassword().meta({ description: 'The current password.' }) })
    .meta({ id: 'AccountDeletionRequest' }),
)
export const emailChangeRequest = lazy(() =>
  z
    .strictObject({
      email: emailAddress(emailMaximumLength),
      password: enteredPassword().meta({ description: 'The current password.' }),
    })
    .meta({ id: 'EmailChangeRequest' }),
)

export const sessionId = lazy(() => z.string().regex(/^[0-9a-f]{64}$/))

export const browserSession = lazy(() =>
  z
    .strictObject({
      id: z.string(),
      createdAt: timestamp(),
      lastUsedAt: timestamp().meta({ description: 'To within a day.' }),
      userAgent: z
        .string()
        .nullable()
        .meta({ description: 'What the browser called itself when it signed in. It may say anything.' }),
      current: z.boolean().meta({ description: 'Whether it is the session of this request.' }),
    })
    .meta({ id: 'Session' }),
)
export type BrowserSession = z.output<ReturnType<typeof browserSession>>

export const authTransitionResponse = lazy(() =>
  z.strictObject({ redirectTo: z.string().meta({ format: 'uri' }) }).meta({
    id: 'AuthTransitionResponse',
    description: 'The absolute URL to send the browser to.',
  }),
)

export type EmailRegistrationRequest = z.output<ReturnType<typeof emailRegistrationRequest>>
export type EmailLoginRequest = z.output<ReturnType<typeof emailLoginRequest>>
