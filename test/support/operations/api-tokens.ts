import { readRecord } from '@cairn/domain/storage/database/read-record'
import { type ApiTokenRecord, apiTokenEntity } from '@cairn/domain/storage/table/entities/api-token'
import { expect } from 'vitest'
import { createToken, programWith } from '../people/api-tokens.ts'
import type { Browser } from '../people/sign-in.ts'
import type { World } from '../people/world.ts'
import { type ExamplesOf, nothing } from './example.ts'

const tokenOf = ({ once }: World, whose: Browser) =>
  once(`token of ${whose.userId}`, async () => (await createToken(whose)).id)

async function storedToken({ service }: World, tokenId = ''): Promise<ApiTokenRecord> {
  const token = await readRecord(service.table.database, apiTokenEntity, { tokenId })
  if (!token) throw new Error(`There is no API token ${tokenId}.`)
  return token
}

export const apiTokens: ExamplesOf<'api-tokens'> = {
  listApiTokens: { access: 'session', request: nothing },
  createApiToken: {
    access: 'session',
    request: () => ({ body: { name: 'Helpdesk', scopes: ['goals:read'] } }),
    effect: async ({ world, body }) => {
      if (body) await programWith(world.service, body).listGoals()
      else expect((await world.owner.api.listApiTokens()).tokens[0]?.name).toBe('Helpdesk')
    },
    alreadyDone: ['idempotency_secret_gone'],
  },
  listApiTokenScopes: { access: 'public', request: nothing },
  revokeApiToken: {
    access: 'api-token',
    request: async ({ world, whose }) => ({ params: { tokenId: await tokenOf(world, whose) } }),
    effect: async ({ world, request }) =>
      expect((await storedToken(world, request.params?.tokenId)).revokedAt).toBeDefined(),
    alreadyDone: ['api_token_not_found'],
  },
  rotateApiToken: {
    access: 'api-token',
    request: async ({ world, whose }) => ({
      params: { apiTokenId: await tokenOf(world, whose) },
      body: { overlapHours: 24 },
    }),
    effect: async ({ world, request, body }) => {
      expect((await storedToken(world, request.params?.apiTokenId)).earlierSecrets).not.toEqual([])
      if (body) await programWith(world.service, body).listGoals()
    },
  },
  listOrganizationApiTokens: { access: 'administration', request: nothing },
  revokeOrganizationApiToken: {
    access: 'organization-api-token',
    request: async ({ world }) => ({ params: { apiTokenId: await tokenOf(world, world.colleague) } }),
    effect: async ({ world, request }) =>
      expect((await storedToken(world, request.params?.apiTokenId)).revokedAt).toBeDefined(),
    alreadyDone: ['api_token_not_found'],
  },
}
