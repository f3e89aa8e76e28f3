import { readRecord } from '@cairn/domain/database/read-record'
import { apiTokenEntity } from '@cairn/domain/table/entities/api-token'
import { expect } from 'vitest'
import { createToken, programWith } from '../people/api-tokens.ts'
import { type ExamplesOf, nothing } from './example.ts'

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
    request: async ({ world, whose }) => {
      const create = async () => (await createToken(whose)).id
      return { params: { tokenId: await world.once(`token of ${whose.userId}`, create) } }
    },
    effect: async ({ world, request }) => {
      const tokenId = request.params?.tokenId ?? ''
      const data = await readRecord(world.service.table.database, apiTokenEntity, { tokenId })
      expect(data?.revokedAt).toBeDefined()
    },
    alreadyDone: ['api_token_not_found'],
  },
}
