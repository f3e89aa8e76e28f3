import { randomUUID } from 'node:crypto'
import {
  activeGrant,
  beginningOfGrant,
  endOfGrant,
  grantExpiry,
  hasConnected,
  useOfGrant,
} from '@cairn/domain/programs/oauth/grants'
import { keyOf } from '@cairn/domain/storage/database/keys'
import { readRecord } from '@cairn/domain/storage/database/read-record'
import { transact } from '@cairn/domain/storage/database/transaction'
import {
  type OAuthGrantRecord,
  oauthGrantEntity,
} from '@cairn/domain/storage/table/entities/oauth/oauth-grant'
import { expect, test } from 'vitest'
import { createTestTable } from '../../support/service/engine.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'

/** A grant may end between the read of a request and its write, which then fails. */

const { database } = stopAfterFile(await createTestTable())
const now = new Date('2026-11-20T10:00:00.000Z')
const services = { database, now }
const userId = 'email:ada'

async function storeGrant(more: Partial<OAuthGrantRecord> = {}): Promise<OAuthGrantRecord> {
  const grant: OAuthGrantRecord = {
    grantId: randomUUID(),
    userKey: keyOf(userId),
    userId,
    organizationId: randomUUID(),
    clientId: randomUUID(),
    program: { name: 'Program', host: 'program.example', isVerified: false, isLoopback: false },
    scopes: ['goals:read'],
    refusedScopes: [],
    resource: 'https://cairn.test/mcp',
    createdAt: '2026-11-20T09:00:00.000Z',
    ...grantExpiry(now),
    ...more,
  }
  await transact(database, { grant: { Put: oauthGrantEntity.create(grant) } })
  return grant
}

test.each([
  ['begins', (grantId: string) => beginningOfGrant(services, grantId)],
  ['is used', (grantId: string) => useOfGrant(services, grantId)],
  ['is required', activeGrant],
  ['ends', (grantId: string) => endOfGrant(services, { grantId })],
])('a grant that has ended meanwhile never %s', async (_, write) => {
  const active = await storeGrant({ isPending: true })
  expect(await transact(database, { grant: write(active.grantId) })).toEqual([])
  const ended = await storeGrant({ isPending: true, endedAt: '2026-11-20T09:30:00.000Z' })
  expect(await transact(database, { grant: write(ended.grantId) })).toEqual(['grant'])
  const { grantId } = ended
  expect(await readRecord(database, oauthGrantEntity, { grantId })).toEqual(ended)
})

test.each<[string, Partial<OAuthGrantRecord>, boolean]>([
  ['an active grant', {}, true],
  ['a grant that has ended', { endedAt: '2026-11-20T09:30:00.000Z' }, false],
  ['a grant that expires now', { expiresAt: now.toISOString() }, false],
  ['a grant without a code', { isPending: true }, false],
  ['a grant for another program', { clientId: 'another' }, false],
])('with %s, a person has connected the program: %3$s', async (_, more, expected) => {
  const clientId = randomUUID()
  await storeGrant({ clientId, ...more })
  expect(await hasConnected(services, userId, clientId)).toBe(expected)
})
