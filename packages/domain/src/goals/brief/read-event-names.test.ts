import { BatchGetCommand, GetCommand } from '@aws-sdk/lib-dynamodb'
import { expect, test } from 'vitest'
import { mockDatabase } from '../../storage/mocked-database.ts'
import { apiTokenEntity } from '../../storage/table/entities/api-token.ts'
import { type Item, toItem } from '../../storage/table/entity.ts'
import { readEventNames } from './read-event-names.ts'

const { mock, database } = mockDatabase()
const organizationId = '6f1f0b6a-0c3e-4c8f-9d5b-2a7e5f0c1d11'
const tokenId = '6f1f0b6a-0c3e-4c8f-9d5b-2a7e5f0c1d12'

const event = {
  actor: { kind: 'agent', id: tokenId, runId: null },
  authorityUserId: null,
  data: {},
} as unknown as Parameters<typeof readEventNames>[2][number]['event']

/** The name of the program that acted, if its token is in an organization. */
async function nameWith(ofToken: string): Promise<string> {
  const token = toItem(apiTokenEntity, {
    tokenId,
    userKey: 'u',
    userId: 'email:ada',
    organizationId: ofToken,
    joinId: 'j',
    name: 'Helpdesk bot',
    scopes: ['goals:read'],
    kind: 'agent',
    secretHash: 'h',
    expiresAt: '2027-01-01T00:00:00.000Z',
    createdAt: '2026-11-20T10:00:00.000Z',
    listing: 'listed',
    ttl: 0,
  })
  const find = ({ pk, sk }: Item) => (pk === token.pk && sk === token.sk ? [token] : [])
  mock.on(GetCommand).callsFake(({ Key }) => ({ Item: find(Key)[0] }))
  mock.on(BatchGetCommand).callsFake(({ RequestItems }) => ({
    Responses: { cairn: RequestItems.cairn.Keys.flatMap(find) },
  }))
  const { named } = await readEventNames(database, organizationId, [{ event }])
  return named(event).actor.displayName
}

test('a program is named by its token, of this organization only', async () => {
  expect(await nameWith(organizationId)).toBe('Helpdesk bot')
  expect(await nameWith('6f1f0b6a-0c3e-4c8f-9d5b-2a7e5f0c1d19')).toBe('Former program')
})
