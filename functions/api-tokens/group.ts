import { apiTokensOperations } from '@cairn/contract/operations/api-tokens'
import { createApiToken } from '@cairn/domain/programs/api-tokens/create-api-token'
import { listApiTokenScopes } from '@cairn/domain/programs/api-tokens/list-api-token-scopes'
import { listApiTokens } from '@cairn/domain/programs/api-tokens/list-api-tokens'
import { listOrganizationApiTokens } from '@cairn/domain/programs/api-tokens/list-organization-api-tokens'
import { revokeApiToken } from '@cairn/domain/programs/api-tokens/revoke-api-token'
import { revokeOrganizationApiToken } from '@cairn/domain/programs/api-tokens/revoke-organization-api-token'
import { rotateApiToken } from '@cairn/domain/programs/api-tokens/rotate-api-token'
import { createGroupHandler, type Runtime } from '@cairn/lambda'

export const createGroup = (runtime: Runtime) =>
  createGroupHandler(runtime, apiTokensOperations, {
    listApiTokens,
    createApiToken,
    listApiTokenScopes,
    revokeApiToken,
    rotateApiToken,
    listOrganizationApiTokens,
    revokeOrganizationApiToken,
  })
