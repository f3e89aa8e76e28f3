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
          'Where the program is: the host of its metadata document, or else the host that the browser returns to.',
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

export const decideOAuthConsentRequest = lazy(() =>
  z
    .strictObject({
      allow: z
        .boolean()
        .meta({ description: 'Whether the program is allowed. It needs the other fields then.' }),
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
    .refine(({ allow, organizationId }) => allow === (organizationId !== undefined), {
      path: ['organizationId'],
      message: 'Name an organization if the program is allowed, and none if not.',
    })
    .refine(({ allow, scopes }) => allow === (scopes !== undefined), {
      path: ['scopes'],
      message: 'List scopes if the program is allowed, and none if not.',
    })
    .meta({ id: 'DecideOAuthConsentRequest' }),
)

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
