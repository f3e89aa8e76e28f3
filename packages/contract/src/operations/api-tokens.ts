import * as z from 'zod'
import { lazy } from '../registry/lazy.ts'
import { defineOperation } from '../registry/operation.ts'
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
    table: ['gsi1'],
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
      body: lazy(() => schemas.apiTokenSecretResponse().meta({ id: 'CreateApiTokenResponse' })),
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
    // The claims of the token end with it.
    table: ['Query'],
    success: {
      status: 200,
      description: 'The revoked token.',
      body: lazy(() => z.strictObject({ token: schemas.apiToken() }).meta({ id: 'RevokeApiTokenResponse' })),
    },
    errors: ['api_token_not_found'],
  }),
  rotateApiToken: defineOperation({
    id: 'rotateApiToken',
    method: 'POST',
    path: '/v1/api-tokens/{apiTokenId}/rotate',
    group: 'api-tokens',
    summary: "Give one of the user's API tokens a new secret. Earlier ones stay valid for an overlap",
    credential: 'session',
    params: lazy(() => z.strictObject({ apiTokenId: uuid() })),
    malformedParams: 'api_token_not_found',
    body: schemas.rotateApiTokenRequest,
    success: {
      status: 200,
      description:
        'The token with its new secret. Its id, scopes and expiry are those of before. If this response is lost, rotate again: the secret in use stays valid for its overlap.',
      body: lazy(() => schemas.apiTokenSecretResponse().meta({ id: 'RotateApiTokenResponse' })),
    },
    errors: ['api_token_not_found'],
  }),
  listOrganizationApiTokens: defineOperation({
    id: 'listOrganizationApiTokens',
    method: 'GET',
    path: '/v1/organizations/current/api-tokens',
    group: 'api-tokens',
    summary: 'List the active API tokens of everybody in the organization, newest first',
    credential: 'session',
    query: lazy(() => z.strictObject(pageQuery())),
    table: ['gsi2'],
    success: {
      status: 200,
      description: 'A page of API tokens.',
      body: lazy(() =>
        z
          .strictObject({ tokens: z.array(schemas.organizationApiToken()), nextCursor: nextCursor() })
          .meta({ id: 'ListOrganizationApiTokensResponse' }),
      ),
    },
    errors: ['organization_admin_required'],
  }),
  revokeOrganizationApiToken: defineOperation({
    id: 'revokeOrganizationApiToken',
    method: 'DELETE',
    path: '/v1/organizations/current/api-tokens/{apiTokenId}',
    group: 'api-tokens',
    summary: 'Revoke an API token of anybody in the organization, with immediate effect',
    credential: 'session',
    params: lazy(() => z.strictObject({ apiTokenId: uuid() })),
    malformedParams: 'api_token_not_found',
    // The claims of the token end with it.
    table: ['Query'],
    success: {
      status: 200,
      description: 'The revoked token.',
      body: lazy(() =>
        z
          .strictObject({ token: schemas.organizationApiToken() })
          .meta({ id: 'RevokeOrganizationApiTokenResponse' }),
      ),
    },
    errors: ['organization_admin_required', 'api_token_not_found'],
  }),
}
