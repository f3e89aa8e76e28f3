import type { ZodOpenApiOperationObject } from 'zod-openapi'
import { oauthPaths } from '../src/http/endpoints.ts'
import type { Operation } from '../src/index.ts'
import { apiTokenScopeRegistry } from '../src/schemas/api-tokens.ts'

/** How requests prove who they are, on AWS and on one machine. */
export const securitySchemes = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-session',
    description: 'The session of a signed-in browser, where the service has an https origin.',
  },
  sessionOnLocalhost: {
    type: 'apiKey',
    in: 'cookie',
    name: 'session',
    description: 'The session of a signed-in browser, where the service runs on `http://localhost`.',
  },
  apiToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'cairn_<id>_<secret>',
    description:
      'The secret of an API token: `Authorization: Bearer <secret>`. An operation names the scopes of which the token needs one.',
  },
  oauth: {
    type: 'oauth2',
    description: `The access token of a program that a person connected: \`Authorization: Bearer <token>\`. Authorization code with PKCE (S256), with \`resource\` set to the origin of the service or to its \`/mcp\`; on a device without a browser, a device code (RFC 8628) of \`${oauthPaths.device}\`. Metadata: \`${oauthPaths.metadata}\`. Access tokens last 1 hour.`,
    flows: {
      authorizationCode: {
        authorizationUrl: oauthPaths.authorize,
        tokenUrl: oauthPaths.token,
        refreshUrl: oauthPaths.token,
        scopes: Object.fromEntries(apiTokenScopeRegistry.map(({ id, description }) => [id, description])),
      },
    },
  },
} as const

const sessions: NonNullable<ZodOpenApiOperationObject['security']> = [
  { session: [] },
  { sessionOnLocalhost: [] },
]

/** The credentials that an operation accepts: each entry is enough. One scope of several is enough. */
export function securityOf(operation: Operation): ZodOpenApiOperationObject['security'] {
  if (operation.credential === 'none') return []
  if (operation.credential === 'session') return sessions
  if (operation.credential === 'session_or_none') return [...sessions, {}]
  const { scopes } = operation
  return [
    ...sessions,
    ...scopes.map((scope) => ({ apiToken: [scope] })),
    ...scopes.map((scope) => ({ oauth: [scope] })),
  ]
}
