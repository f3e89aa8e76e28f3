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
    summary: "List the caller's active tokens in the active organization, newest first",
    credential: 'session',
    query: lazy(() => z.strictObject(pageQuery())),
    success: { status: 200, description: 'A page of tokens.', body: schemas.listApiTokensResponse },
    errors: [],
  }),
  createApiToken: defineOperation({
    id: 'createApiToken',
    method: 'POST',
    path: '/v1/api-tokens',
    group: 'api-tokens',
    summary: 'Create a token for the active organization; its secret is shown once',
    credential: 'session',
    body: schemas.createApiTokenRequest,
    success: { status: 201, description: 'The token and its secret.', body: schemas.createApiTokenResponse },
    errors: [],
  }),
  listApiTokenScopes: defineOperation({
    id: 'listApiTokenScopes',
    method: 'GET',
    path: '/v1/api-token-scopes',
    group: 'api-tokens',
    summary: 'List the scopes that a token can hold',
    credential: 'none',
    cacheControl: 'public, max-age=300',
    success: { status: 200, description: 'The scope registry.', body: schemas.listApiTokenScopesResponse },
    errors: [],
  }),
  revokeApiToken: defineOperation({
    id: 'revokeApiToken',
    method: 'DELETE',
    path: '/v1/api-tokens/{tokenId}',
    group: 'api-tokens',
    summary: "Revoke one of the caller's tokens in the active organization, at once",
    credential: 'session',
    params: lazy(() => z.strictObject({ tokenId: uuid() })),
    malformedParams: 'api_token_not_found',
    success: { status: 200, description: 'The revoked token.', body: schemas.revokeApiTokenResponse },
    errors: ['api_token_not_found'],
  }),
}
