import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect, test } from 'vitest'
import { mockDatabase } from '../../storage/mocked-database.ts'
import { type OAuthGrantRecord, oauthGrantEntity } from '../../storage/table/entities/oauth/oauth-grant.ts'
import { toItem } from '../../storage/table/entity.ts'
import { hasConnected, isActiveGrant, isUsableGrant } from './grants.ts'

const { mock, database } = mockDatabase()
const now = new Date('2026-11-20T10:00:00.000Z')
const active: OAuthGrantRecord = {
  grantId: 'g1',
  userKey: 'u1',
  userId: 'email:ada',
  organizationId: '6b0c0d7e-5a39-4a53-8b6c-0a8f6c1d2e3f',
  clientId: 'c1',
  program: { name: 'Bot', host: 'bot.example', isVerified: false, isLoopback: false },
  scopes: ['goals:read'],
  refusedScopes: [],
  resource: 'https://cairn.example/mcp',
  createdAt: '2026-11-01T10:00:00.000Z',
  expiresAt: '2026-11-20T10:00:00.001Z',
  ttl: 1_795_168_800,
}

const changes: [string, Partial<OAuthGrantRecord>, { isUsable: boolean; isActive: boolean }][] = [
  ['in its last moment', {}, { isUsable: true, isActive: true }],
  ['without a code yet', { isPending: true }, { isUsable: true, isActive: false }],
  ['that expires now', { expiresAt: now.toISOString() }, { isUsable: false, isActive: false }],
  ['that has ended', { endedAt: '2026-11-19T10:00:00.000Z' }, { isUsable: false, isActive: false }],
]

describe.each(changes)('a grant %s', (_, changed, { isUsable, isActive }) => {
  const grant = { ...active, ...changed }

  test(`${isUsable ? 'may' : 'may not'} get a code, and ${isActive ? 'is' : 'is not'} active`, () => {
    expect([isUsableGrant(grant, now), isActiveGrant(grant, now)]).toEqual([isUsable, isActive])
  })

  test(`${isActive ? 'connects' : 'does not connect'} its program, and no other`, async () => {
    mock.on(QueryCommand).resolves({ Items: [toItem(oauthGrantEntity, grant)] })
    const connects = (clientId: string) => hasConnected({ database, now }, grant.userId, clientId)
    expect([await connects('c1'), await connects('c2')]).toEqual([isActive, false])
  })
})
