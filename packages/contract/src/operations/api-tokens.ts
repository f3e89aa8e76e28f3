import * as z from 'zod'
import { lazy } from '../lazy.ts'
import { defineOperation } from '../operation.ts'
import * as schemas from '../schemas/api-tokens.ts'
import { nextCursor, pageQuery, uuid } from '../schemas/common.ts'

export const apiTokensOperations = {
  listApiTokens: defineOperation({
    id: 'listApiTokens',
    method: 'GET',
    path: '/v1/api-tokens',
    group: 'api-tokens',
    summary: "List the user's active API tokens in the organization, newest first",
    credential: 'session',
    query: lazy(() => z.strictObject(pageQuery())),
    success: {
      status: 200,
      description: 'A page of API tokens.',
      body: lazy(() =>
        z
          .strictObject({ tokens: z.array(schemas.apiToken()), nextCursor: nextCursor() })
          .meta({ id: 'ListApiTokensResponse' }),
      ),
    },
    errors: [],
  }),
  createApiToken: defineOperation({
    id: 'createApiToken',
    method: 'POST',
    path: '/v1/api-tokens',
    group: 'api-tokens',
    summary: 'Create an API token for the organization',
    credential: 'session',
    body: schemas.createApiTokenRequest,
    repeated: 'secret_gone',
    success: {
      status: 201,
      description: 'The new token with its secret.',
      body: lazy(() =>
        z
          .strictObject({
            token: schemas.apiToken(),
            secret: z.string().meta({
              description:
                'The token to send as `Authorization: Bearer <secret>`. It is returned only in this response.',
            }),
          })
          .meta({ id: 'CreateApiTokenResponse' }),
      ),
    },
    errors: [],
  }),
  listApiTokenScopes: defineOperation({
    id: 'listApiTokenScopes',
    method: 'GET',
    path: '/v1/api-token-scopes',
    group: 'api-tokens',
    summary: 'List the scopes that an API token can have',
    credential: 'none',
    cacheControl: 'public, max-age=300',
    success: {
      status: 200,
      description: 'All scopes.',
      body: lazy(() =>
        z
          .strictObject({
            scopes: z.array(
              z.strictObject({
                id: schemas.apiTokenScope(),
                label: z.string(),
                description: z.string(),
                default: z.boolean(),
              }),
            ),
          })
          .meta({ id: 'ListApiTokenScopesResponse' }),
      ),
    },
    errors: [],
  }),
  revokeApiToken: defineOperation({
    id: 'revokeApiToken',
    method: 'DELETE',
    path: '/v1/api-tokens/{tokenId}',
    group: 'api-tokens',
    summary: "Revoke one of the user's API tokens in the organization, with immediate effect",
    credential: 'session',
    params: lazy(() => z.strictObject({ tokenId: uuid() })),
    malformedParams: 'api_token_not_found',
    success: {
      status: 200,
      description: 'The revoked token.',
      body: lazy(() => z.strictObject({ token: schemas.apiToken() }).meta({ id: 'RevokeApiTokenResponse' })),
    },
    errors: ['api_token_not_found'],
  }),
}
