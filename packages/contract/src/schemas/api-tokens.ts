import * as z from 'zod'
import { scopeWords } from '../display/scope-words.ts'
import { lazy } from '../registry/lazy.ts'
import { nameText, problem, timestamp, uuid, uuidOutput } from './common.ts'

/**
 * The scope registry. A write scope never includes a read scope; an `:all` scope includes the scope for one's own
 * goals. `default` marks the scopes that a client should preselect.
 */
export const apiTokenScopeRegistry = [
  {
    id: 'goals:read',
    ...scopeWords['goals:read'],
    default: true,
  },
  {
    id: 'goals:write',
    ...scopeWords['goals:write'],
    default: false,
  },
  {
    id: 'goals:read:all',
    ...scopeWords['goals:read:all'],
    default: false,
  },
  {
    id: 'goals:write:all',
    ...scopeWords['goals:write:all'],
    default: false,
  },
  {
    id: 'labels:read',
    ...scopeWords['labels:read'],
    default: false,
  },
  {
    id: 'labels:write',
    ...scopeWords['labels:write'],
    default: false,
  },
  {
    id: 'members:read',
    ...scopeWords['members:read'],
    default: false,
  },
  {
    id: 'inbox',
    ...scopeWords.inbox,
    default: false,
  },
  {
    id: 'comments:write',
    ...scopeWords['comments:write'],
    default: false,
  },
] as const

export type ApiTokenScope = (typeof apiTokenScopeRegistry)[number]['id']

/** Scopes about people. A program gets them only if it names them, and a form never preselects them. */
export const scopesByNameOnly: readonly ApiTokenScope[] = ['members:read', 'inbox']

export const apiTokenScope = lazy(() =>
  z
    .enum(apiTokenScopeRegistry.map((scope) => scope.id) as [ApiTokenScope, ...ApiTokenScope[]])
    .meta({ id: 'ApiTokenScope' }),
)

/** The kind of a token's user: a program that does what it was written to do, or an agent that decides by itself. */
export const apiTokenKinds = ['client', 'agent'] as const
export type ApiTokenKind = (typeof apiTokenKinds)[number]

const apiTokenKind = lazy(() =>
  z.enum(apiTokenKinds).meta({
    id: 'ApiTokenKind',
    description:
      'What presents the token: a program (`client`) or an agent. It is the kind of the actor in the history.',
  }),
)

/** A token can be limited to at most so many goals. */
export const maximumGoalsPerToken = 50

export const apiToken = lazy(() =>
  z
    .strictObject({
      id: uuidOutput(),
      name: z.string(),
      prefix: z.string(),
      kind: apiTokenKind(),
      scopes: z.array(apiTokenScope()),
      goalIds: z.array(uuidOutput()).nullable().meta({
        description:
          'The only goals that the token sees and writes, within its scopes; `null` if it is not limited. Goals that have been deleted since are still named.',
      }),
      expiresAt: timestamp(),
      lastUsedAt: timestamp().nullable(),
      rotatedAt: timestamp().nullable().meta({ description: 'When the token last got a new secret.' }),
      previousSecretExpiresAt: timestamp()
        .nullable()
        .meta({ description: 'Until then, an earlier secret is valid too. Null if none is.' }),
      revokedAt: timestamp().nullable(),
      createdAt: timestamp(),
    })
    .meta({ id: 'ApiToken' }),
)
export type ApiToken = z.infer<ReturnType<typeof apiToken>>

export const organizationApiToken = lazy(() =>
  apiToken()
    .extend({
      ownerUserId: z.string().meta({
        description: 'Whose token it is. Tokens of a former member open nothing, and are revoked soon after.',
      }),
    })
    .meta({ id: 'OrganizationApiToken' }),
)
export type OrganizationApiToken = z.infer<ReturnType<typeof organizationApiToken>>

/** The longest overlap of two secrets of a token: a week. */
export const maximumOverlapHours = 168

export const rotateApiTokenRequest = lazy(() =>
  z
    .strictObject({
      overlapHours: z.int().min(0).max(maximumOverlapHours).meta({
        description:
          'For how long earlier secrets stay valid, unless they end before. 0: they are worthless at once.',
      }),
    })
    .meta({ id: 'RotateApiTokenRequest' }),
)

/** A token with a secret that is shown only once. */
export const apiTokenSecretResponse = lazy(() =>
  z.strictObject({
    token: apiToken(),
    secret: z.string().meta({
      description:
        'The token to send as `Authorization: Bearer <secret>`. It is returned only in this response.',
    }),
  }),
)

export const createApiTokenRequest = lazy(() =>
  z
    .strictObject({
      name: nameText(100),
      scopes: z
        .array(apiTokenScope())
        .min(1, 'Choose at least one scope.')
        .refine(
          (scopes) => new Set(scopes).size === scopes.length,
          problem('List each scope only once.', 'repeated'),
        )
        .meta({ uniqueItems: true }),
      kind: apiTokenKind().default('client'),
      goalIds: z
        .array(uuid())
        .min(1, 'Choose at least one goal, or leave the goals out.')
        .max(maximumGoalsPerToken, `Choose at most ${maximumGoalsPerToken} goals.`)
        .refine(
          (goalIds) => new Set(goalIds).size === goalIds.length,
          problem('List each goal only once.', 'repeated'),
        )
        .optional()
        .meta({
          uniqueItems: true,
          description:
            'Limits the token to these goals of the organization, within its scopes: all others do not exist for it, and it can neither publish goals nor change labels. An unknown goal is 400.',
        }),
      expiresInDays: z.int().min(1).max(365).default(90),
    })
    .meta({ id: 'CreateApiTokenRequest' }),
)
