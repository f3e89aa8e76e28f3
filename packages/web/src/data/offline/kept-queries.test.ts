import { ApiError } from '@cairn/contract/http/client'
import { describe, expect, it } from 'vitest'
import { asKept, changeOfCopy, isKept, type KeptQuery, sortOut } from './kept-queries.ts'

describe('isKept', () => {
  it.each([
    [['organization', 'o', 'goals', 'one', 'g']],
    [['organization', 'o', 'goals', 'history', 'g']],
    [['organization', 'o', 'goals', 'pages', {}]],
    [['organization', 'o', 'goals', 'whole', {}, 20]],
    [['organization', 'o', 'goals', 'counts', { status: 'active' }]],
    [['organization', 'o', 'brief', null]],
    [['organization', 'o', 'feed']],
    [['organization', 'o', 'work', 'questions', 'g']],
    [['organization', 'o', 'work', 'usage', 'goal', 7]],
    [['organization', 'o', 'goal-views']],
    [['organization', 'o', 'labels']],
    [['organization', 'o', 'members']],
  ])('keeps %j', (key) => {
    expect(isKept(key)).toBe(true)
  })

  it.each([
    [['session']],
    [['sessions']],
    [['invitation', 'token']],
    [['email-verification', 'token']],
    [['oauth-consent', 'id']],
    [['oauth-grants']],
    [['notification-preferences']],
    [['organization', 'o', 'api-tokens']],
    [['organization', 'o', 'organization-api-tokens']],
    [['organization', 'o', 'invitations']],
    [['organization', 'o', 'audit', {}]],
    [['organization', 'o', 'webhooks', 'one', 'w']],
    [['organization', 'o', 'goals', 'found', 'words']],
    [['organization', 'o', 'work', 'whatever comes']],
    [['organization', 'o', 'whatever comes']],
    [['organization', undefined, 'labels']],
    [['organization']],
    [[]],
  ])('does not keep %j', (key) => {
    expect(isKept(key)).toBe(false)
  })
})

describe('asKept', () => {
  it('keeps the names of members, but not their addresses', () => {
    const members = [{ userId: 'u', displayName: 'Ann', email: 'ann@example.com' }]
    expect(asKept(['organization', 'o', 'members'], members)).toEqual([
      { userId: 'u', displayName: 'Ann', email: null },
    ])
  })

  it('keeps everything else as it is', () => {
    const labels = [{ email: 'no address' }]
    expect(asKept(['organization', 'o', 'labels'], labels)).toBe(labels)
  })
})

describe('changeOfCopy', () => {
  const queryKey = ['organization', 'o', 'members']
  const data = [{ userId: 'u', email: 'ann@example.com' }]
  const loaded = { status: 'success', data, error: null, dataUpdatedAt: 7 }
  const changeOf = (state: object, key: readonly unknown[] = queryKey) =>
    changeOfCopy({ queryKey: key, queryHash: 'h', state: { ...loaded, ...state } })
  const refusal = (status: number) =>
    new ApiError(new Response(null, { status }), { error: 'not_found', message: 'No.' })

  it('has what was loaded, without what is not kept', () => {
    expect(changeOf({})).toEqual({
      hash: 'h',
      key: queryKey,
      data: [{ userId: 'u', email: null }],
      updatedAt: 7,
    })
    expect(changeOf({}, ['organization', 'o', 'api-tokens'])).toBeUndefined()
  })

  it.each([403, 404])('has nothing any more of what a %i refuses, though the page still has it', (status) => {
    expect(changeOf({ error: refusal(status) })).toBe('gone')
    expect(changeOf({ status: 'error', error: refusal(status) })).toBe('gone')
  })

  it.each([
    ['the service fails', { status: 'error', error: refusal(503) }],
    ['the network fails', { status: 'error', error: new TypeError('Failed to fetch') }],
    ['it is loading', { status: 'pending', data: undefined }],
  ])('remains as it is while %s', (_, state) => {
    expect(changeOf(state)).toBeUndefined()
  })
})

describe('sortOut', () => {
  const day = 24 * 60 * 60 * 1_000
  const now = Date.parse('2026-11-23T08:00:00Z')
  const session = {
    organizations: [{ id: 'o', name: 'O', role: 'member' as const }],
  }
  const query = (hash: string, updatedAt: number, organizationId = 'o'): KeptQuery => ({
    hash,
    key: ['organization', organizationId, 'goals', 'one', hash],
    data: hash,
    updatedAt,
  })
  const hashes = (queries: KeptQuery[]) => queries.map(({ hash }) => hash)

  it('drops what is older than a week, of another organization, or not kept any more', () => {
    const queries = [
      query('new', now - 7 * day + 1),
      query('old', now - 7 * day),
      query('left', now, 'p'),
      { ...query('token', now), key: ['organization', 'o', 'api-tokens'] },
    ]
    const { keep, drop } = sortOut(queries, session, now)
    expect(hashes(keep)).toEqual(['new'])
    expect(hashes(drop)).toEqual(['old', 'left', 'token'])
  })

  it('keeps the newest 200', () => {
    const queries = Array.from({ length: 203 }, (_, index) => query(String(index), now - index))
    const { keep, drop } = sortOut(queries, session, now)
    expect(keep).toHaveLength(200)
    expect(hashes(drop)).toEqual(['200', '201', '202'])
  })
})
