import { beforeEach, describe, expect, test, vi } from 'vitest'

const stored = new Map<string, string>()
const visited: string[] = []
let answer: () => Response
let session: typeof import('./session.ts')
let sessionEnd: typeof import('./session-end.ts')
let tab: typeof import('./tab-organization.ts')
let queries: typeof import('../api/query-client.ts')

const sessionOf = (id: string) => ({
  user: { id, displayName: id, email: `${id}@example.com` },
  activeOrganizationId: 'one',
  organizations: [{ id: 'one', name: 'One', role: 'owner' as const }],
})
const signedIn = (id: string) => () => Response.json(sessionOf(id))
const signedOut = () => Response.json({ error: 'unauthorized', message: 'Sign in.' }, { status: 401 })

beforeEach(async () => {
  stored.clear()
  visited.length = 0
  // Its keys are its own properties, as `Object.keys` finds them in a browser.
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
  vi.stubGlobal('fetch', async () => answer())
  vi.resetModules()
  session = await import('./session.ts')
  sessionEnd = await import('./session-end.ts')
  queries = await import('../api/query-client.ts')
  tab = await import('./tab-organization.ts')
  return () => vi.unstubAllGlobals()
})

describe('reading the session', () => {
  test('finds nobody without one, and does not take another failure for that', async () => {
    answer = signedOut
    expect(await session.readSessionAnew()).toBeNull()
    answer = () => Response.json({ error: 'permission_denied', message: 'No.' }, { status: 403 })
    await expect(session.readSessionAnew()).rejects.toThrow('No.')
  })

  test('brings an ended session back', async () => {
    sessionEnd.reportSessionEnd()
    answer = signedIn('ann')
    expect(await session.readSessionAnew()).toEqual(sessionOf('ann'))
    expect(sessionEnd.hasSessionEnded()).toBe(false)
  })

  test('does not believe an answer from before the sign-in', async () => {
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
    const read = session.readSessionAnew()
    release()
    expect(await read).toEqual(sessionOf('ann'))
    expect(queries.queryClient.getQueryData(queries.sessionKey)).toEqual(sessionOf('ann'))
  })

  test('of somebody else forgets the person before, loads the app anew and lets nothing go on', async () => {
    answer = signedIn('ann')
    await session.readSessionAnew()
    stored.set('cairn.draft.ann.one.new-goal', 'typed')
    answer = signedIn('bo')
    const goesOn = vi.fn()
    void session.readSessionAnew().then(goesOn, goesOn)
    await expect.poll(() => visited).toEqual(['/home'])
    expect([...stored.keys()]).toEqual([])
    await new Promise((resolve) => setImmediate(resolve))
    expect(goesOn).not.toHaveBeenCalled()
  })

  test('of the same person keeps what was typed', async () => {
    answer = signedIn('ann')
    await session.readSessionAnew()
    stored.set('cairn.draft.ann.one.new-goal', 'typed')
    await session.readSessionAnew()
    expect(stored.get('cairn.draft.ann.one.new-goal')).toBe('typed')
    expect(visited).toEqual([])
  })

  test('on a page that was loaded since drops what somebody else typed in the tab', async () => {
    stored.set('cairn.person', 'ann')
    stored.set('cairn.draft.ann.one.new-goal', 'typed')
    answer = signedIn('bo')
    await session.readSessionAnew()
    expect([...stored.entries()]).toEqual([['cairn.person', 'bo']])
  })
})

test('signing out leaves nothing of the person behind', async () => {
  answer = signedIn('ann')
  await session.readSessionAnew()
  stored.set('cairn.draft.ann.one.new-goal', 'typed')
  queries.queryClient.setQueryData(['organization', 'one', 'goals'], 'read')
  tab.settleTabOrganization('one')
  session.forgetPerson()
  expect([...stored.keys()]).toEqual([])
  expect(queries.queryClient.getQueryCache().getAll()).toEqual([])
  expect(tab.tabOrganization()).toBeUndefined()
  // The next person is nobody else than the one before: there was none.
  answer = signedIn('bo')
  expect(await session.readSessionAnew()).toEqual(sessionOf('bo'))
  expect(visited).toEqual([])
})

test('other memberships are adopted into the session, whose active organization stays', async () => {
  answer = signedIn('ann')
  await session.readSessionAnew()
  const organizations = [{ id: 'one', name: 'Renamed', role: 'owner' as const }]
  session.adoptOrganizations({ activeOrganizationId: 'two', organizations })
  expect(queries.queryClient.getQueryData(session.sessionQuery.queryKey)).toEqual({
    ...sessionOf('ann'),
    organizations,
  })
})
