import { beforeEach, describe, expect, test, vi } from 'vitest'

const stored = new Map<string, string>()
const visited: string[] = []
let respond: () => Response
let session: typeof import('./session.ts')
let sessionEnd: typeof import('./session-end.ts')
let tab: typeof import('./tab/tab-organization.ts')
let queries: typeof import('../../data/api/query-client.ts')

const sessionOf = (id: string) => ({
  user: { id, displayName: id, email: `${id}@example.com` },
  activeOrganizationId: 'one',
  organizations: [{ id: 'one', name: 'One', role: 'owner' as const }],
})
const signedIn = (id: string) => () => Response.json({ session: sessionOf(id) })
const signedOut = () => Response.json({ session: null })

beforeEach(async () => {
  stored.clear()
  visited.length = 0
  // In a browser, `Object.keys` returns the stored keys.
  const storage = new Proxy(
    {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    },
    {
      ownKeys: () => [...stored.keys()],
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    },
  )
  vi.stubGlobal('sessionStorage', storage)
  vi.stubGlobal('location', { assign: (address: string) => visited.push(address) })
  vi.stubGlobal('fetch', async () => respond())
  vi.resetModules()
  session = await import('./session.ts')
  sessionEnd = await import('./session-end.ts')
  queries = await import('../../data/api/query-client.ts')
  tab = await import('./tab/tab-organization.ts')
  return () => vi.unstubAllGlobals()
})

describe('reading the session', () => {
  test('returns null if nobody is signed in, and throws errors', async () => {
    respond = signedOut
    expect(await session.refetchSession()).toBeNull()
    respond = () => Response.json({ error: 'permission_denied', message: 'No.' }, { status: 403 })
    await expect(session.refetchSession()).rejects.toThrow('No.')
  })

  test('restores an ended session', async () => {
    sessionEnd.reportSessionEnd()
    respond = signedIn('ann')
    expect(await session.refetchSession()).toEqual(sessionOf('ann'))
    expect(sessionEnd.hasSessionEnded()).toBe(false)
  })

  test('ignores a response to a request sent before the sign-in', async () => {
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    vi.stubGlobal('fetch', async () => {
      await released
      return signedOut()
    })
    void queries.queryClient.fetchQuery(session.sessionQuery).catch(() => undefined)
    vi.stubGlobal('fetch', async () => signedIn('ann')())
    const read = session.refetchSession()
    release()
    expect(await read).toEqual(sessionOf('ann'))
    expect(queries.queryClient.getQueryData(queries.sessionKey)).toEqual(sessionOf('ann'))
  })

  test('as someone else clears the tab, reloads the app, and never resolves', async () => {
    respond = signedIn('ann')
    await session.refetchSession()
    stored.set('cairn.draft.ann.one.new-goal', 'typed')
    respond = signedIn('bo')
    const goesOn = vi.fn()
    void session.refetchSession().then(goesOn, goesOn)
    await expect.poll(() => visited).toEqual(['/home'])
    expect([...stored.keys()]).toEqual([])
    await new Promise((resolve) => setImmediate(resolve))
    expect(goesOn).not.toHaveBeenCalled()
  })

  test('as the same person keeps drafts', async () => {
    respond = signedIn('ann')
    await session.refetchSession()
    stored.set('cairn.draft.ann.one.new-goal', 'typed')
    await session.refetchSession()
    expect(stored.get('cairn.draft.ann.one.new-goal')).toBe('typed')
    expect(visited).toEqual([])
  })

  test('after a reload removes the drafts of someone else', async () => {
    stored.set('cairn.person', 'ann')
    stored.set('cairn.draft.ann.one.new-goal', 'typed')
    respond = signedIn('bo')
    await session.refetchSession()
    expect([...stored.entries()]).toEqual([['cairn.person', 'bo']])
  })
})

test('signing out removes everything of the person', async () => {
  respond = signedIn('ann')
  await session.refetchSession()
  stored.set('cairn.draft.ann.one.new-goal', 'typed')
  queries.queryClient.setQueryData(['organization', 'one', 'goals'], 'read')
  tab.setTabOrganization('one')
  session.forgetPerson()
  expect([...stored.keys()]).toEqual([])
  expect(queries.queryClient.getQueryCache().getAll()).toEqual([])
  expect(tab.tabOrganization()).toBeUndefined()
  // The next person does not count as someone else, because there is no previous person.
  respond = signedIn('bo')
  expect(await session.refetchSession()).toEqual(sessionOf('bo'))
  expect(visited).toEqual([])
})

test('updates the memberships of the session, but not its active organization', async () => {
  respond = signedIn('ann')
  await session.refetchSession()
  const organizations = [{ id: 'one', name: 'Renamed', role: 'owner' as const }]
  session.updateOrganizations({ activeOrganizationId: 'two', organizations })
  expect(queries.queryClient.getQueryData(session.sessionQuery.queryKey)).toEqual({
    ...sessionOf('ann'),
    organizations,
  })
})
