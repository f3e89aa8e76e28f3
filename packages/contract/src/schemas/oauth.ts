import * as z from 'zod'
import { lazy } from '../registry/lazy.ts'
import { apiTokenScope } from './api-tokens.ts'
import { problem, timestamp, uuid, uuidOutput } from './common.ts'

/** A program that asks for access, or has it. What it says of itself may be a lie; its host is not. */
const oauthProgram = lazy(() =>
  z
    .strictObject({
      name: z.string().meta({ description: 'What the program calls itself. Nobody has checked it.' }),
      host: z.string().meta({
        description:
          'Where the program is: the host of its metadata document, or else the host that the browser returns to. Empty if it has neither: it shows a code.',
      }),
      isVerified: z.boolean().meta({
        description:
          'Whether `host` publishes the metadata document of the program, and so vouches for its name.',
      }),
      isLoopback: z
        .boolean()
        .meta({ description: 'Whether the browser returns to a program on the same computer.' }),
    })
    .meta({ id: 'OAuthProgram' }),
)

/** A program's request to the signed-in user. */
export const oauthConsent = lazy(() =>
  z
    .strictObject({
      id: z.string(),
      program: oauthProgram(),
      redirectHost: z.string().meta({ description: 'Where the browser goes after the decision.' }),
      scopes: z.array(apiTokenScope()).meta({ description: 'What the program asks for.' }),
      expiresAt: timestamp(),
    })
    .meta({ id: 'OAuthConsent' }),
)

/** The fields of a decision about a program. */
const decision = () => ({
  allow: z.boolean().meta({ description: 'Whether the program is allowed. It needs the other fields then.' }),
  organizationId: uuid()
    .optional()
    .meta({ description: 'The one organization in which the program may act.' }),
  scopes: z
    .array(apiTokenScope())
    .min(1, 'Allow at least one thing.')
    .refine(
      (scopes) => new Set(scopes).size === scopes.length,
      problem('List each scope only once.', 'repeated'),
    )
    .optional()
    .meta({
      uniqueItems: true,
      description: 'Scopes that the program asked for. All others are refused.',
    }),
})
type Decision = { allow: boolean; organizationId?: unknown; scopes?: unknown }

/** Whether a decision names an organization exactly if it allows. */
const hasOrganization = ({ allow, organizationId }: Decision) => allow === (organizationId !== undefined)
const organizationProblem = {
  path: ['organizationId'],
  message: 'Name an organization if the program is allowed, and none if not.',
}
const hasScopes = ({ allow, scopes }: Decision) => allow === (scopes !== undefined)
const scopesProblem = {
  path: ['scopes'],
  message: 'List scopes if the program is allowed, and none if not.',
}

export const decideOAuthConsentRequest = lazy(() =>
  z
    .strictObject(decision())
    .refine(hasOrganization, organizationProblem)
    .refine(hasScopes, scopesProblem)
    .meta({ id: 'DecideOAuthConsentRequest' }),
)

/** A code as a person types it. A text that cannot be one is as unknown as a wrong one. */
const userCode = () =>
  z
    .string()
    .min(1)
    .max(64)
    .meta({ description: 'The code that the program shows. Case, spaces and dashes do not count.' })

export const previewOAuthDeviceRequest = lazy(() =>
  z.strictObject({ userCode: userCode() }).meta({ id: 'PreviewOAuthDeviceRequest' }),
)

export const decideOAuthDeviceRequest = lazy(() =>
  z
    .strictObject({ userCode: userCode(), ...decision() })
    .refine(hasOrganization, organizationProblem)
    .refine(hasScopes, scopesProblem)
    .meta({ id: 'DecideOAuthDeviceRequest' }),
)

/** The request of a program that shows a code, for whoever has typed it. */
export const oauthDevice = lazy(() =>
  z
    .strictObject({
      userCode: z.string().meta({ description: 'The code, as the program shows it.' }),
      program: oauthProgram(),
      scopes: z.array(apiTokenScope()).meta({ description: 'What the program asks for.' }),
      address: z
        .string()
        .nullable()
        .meta({ description: 'The network address that asked; null if the service does not know it.' }),
      userAgent: z
        .string()
        .nullable()
        .meta({ description: 'What the program that asked calls itself in its request.' }),
      createdAt: timestamp(),
      expiresAt: timestamp(),
    })
    .meta({ id: 'OAuthDevice' }),
)
export type OAuthDevice = z.infer<ReturnType<typeof oauthDevice>>

/** The access that a user has granted to a program. */
export const oauthGrant = lazy(() =>
  z
    .strictObject({
      id: uuidOutput(),
      program: oauthProgram(),
      organizationId: uuidOutput(),
      scopes: z.array(apiTokenScope()).meta({ description: 'What the program may do.' }),
      createdAt: timestamp(),
      lastUsedAt: timestamp().nullable(),
      expiresAt: timestamp().meta({
        description: 'When the grant ends if the program does not use it until then.',
      }),
    })
    .meta({ id: 'OAuthGrant' }),
)
export type OAuthGrant = z.infer<ReturnType<typeof oauthGrant>>
export type OAuthProgram = z.infer<ReturnType<typeof oauthProgram>>
