import * as z from 'zod'
import { lazy } from '../lazy.ts'
import { defineOperation } from '../operation.ts'
import * as schemas from '../schemas/api-tokens.ts'
import { pageQuery, uuid } from '../schemas/common.ts'

export const apiTokensOperations = {
  listApiTokens: defineOperation({
    id: 'listApiTokens',
    method: 'GET',
    path: '/v1/api-tokens',
    group: 'api-tokens',
    summary: "List the user's active API tokens in the organization, newest first",
    credential: 'session',
    query: lazy(() => z.strictObject(pageQuery())),
    success: { status: 200, description: 'A page of API tokens.', body: schemas.listApiTokensResponse },
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
    success: {
      status: 201,
      description: 'The new token with its secret.',
      body: schemas.createApiTokenResponse,
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
    success: { status: 200, description: 'All scopes.', body: schemas.listApiTokenScopesResponse },
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
    success: { status: 200, description: 'The revoked token.', body: schemas.revokeApiTokenResponse },
    errors: ['api_token_not_found'],
  }),
}
