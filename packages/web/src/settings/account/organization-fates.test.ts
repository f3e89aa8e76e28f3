import { afterEach, expect, test, vi } from 'vitest'
import type { Session } from '../../accounts/session/session-type.ts'
import { readFates } from './organization-fates.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

const people: Record<string, string[]> = {
  alone: ['ada'],
  shared: ['ada', 'ben', 'cem'],
  other: ['ben', 'ada'],
}
const organization = (id: string, role: 'owner' | 'admin' | 'member') => ({ id, role, name: id })

test('an organization is in the way if somebody else is in it, and deleted if its owner is alone', async () => {
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const limit = Number(new URL(url, 'https://cairn.example').searchParams.get('limit') ?? 50)
    const all = people[new Headers(init.headers).get('organization-id') ?? ''] ?? []
    return Response.json({ members: all.slice(0, limit).map((userId) => ({ userId })), nextCursor: null })
  })
  const organizations = [
    organization('alone', 'owner'),
    organization('shared', 'owner'),
    organization('other', 'admin'),
  ]
  const fates = await readFates({ organizations, user: { id: 'ada' } } as unknown as Session)
  const ids = Object.entries(fates).map(([fate, of]) => [fate, of.map(({ id }) => id)])
  expect(Object.fromEntries(ids)).toEqual({ inTheWay: ['shared'], deleted: ['alone'], left: ['other'] })
})
