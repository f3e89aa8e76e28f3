import { beforeEach, describe, expect, test, vi } from 'vitest'

type Sent = { url: string; organizationId: string | null }

const sent: Sent[] = []
/** The next responses of the service. If empty, it succeeds. */
const responses: (() => Response | Promise<Response>)[] = []
let client: typeof import('./client.ts')
let sessionEnd: typeof import('../../accounts/session/session-end.ts')
let queries: typeof import('./query-client.ts')

const refusal = (status: number, error: string) => () => Response.json({ error, message: 'No.' }, { status })

beforeEach(async () => {
  sent.length = 0
  responses.length = 0
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      postMessage() {}
    },
  )
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push({ url, organizationId: new Headers(init.headers).get('organization-id') })
    return (await responses.shift()?.()) ?? Response.json({ members: [], nextCursor: null })
  })
  vi.resetModules()
  client = await import('./client.ts')
  sessionEnd = await import('../../accounts/session/session-end.ts')
  queries = await import('./query-client.ts')
  const tab = await import('../../accounts/session/tab/tab-organization.ts')
  tab.setTabOrganization('mine')
  return () => vi.unstubAllGlobals()
})

test('`api` sends the organization of the tab, `personApi` none, `apiIn` the given one', async () => {
  await client.api.listOrganizationMembers()
  await client.personApi.listOrganizationMembers()
  await client.apiIn('other').listOrganizationMembers()
  expect(sent.map(({ organizationId }) => organizationId)).toEqual(['mine', null, 'other'])
})

describe('a 401', () => {
  test('ends the session', async () => {
    responses.push(refusal(401, 'unauthorized'))
    await expect(client.api.listOrganizationMembers()).rejects.toThrow()
    expect(sent).toHaveLength(1)
    expect(sessionEnd.hasSessionEnded()).toBe(true)
  })

  test('sends the request again if someone has signed in since', async () => {
    responses.push(() => {
      sessionEnd.reportSessionBack()
      return refusal(401, 'unauthorized')()
    })
    await client.api.listOrganizationMembers()
    expect(sent).toHaveLength(2)
    expect(sessionEnd.hasSessionEnded()).toBe(false)
  })

  test('does not end the session when it comes from the login', async () => {
    responses.push(refusal(401, 'invalid_credentials'))
    await expect(client.api.login({ body: { email: 'a@example.com', password: 'p' } })).rejects.toThrow()
    expect(sessionEnd.hasSessionEnded()).toBe(false)
  })
})

test('a sign-in waits for the response to an earlier request, which may clear the cookie', async () => {
  const held = Promise.withResolvers<Response>()
  responses.push(() => held.promise)
  const earlier = client.api.listOrganizationMembers()
  const signingIn = client.login({ body: { email: 'a@example.com', password: 'p' } })
  await new Promise((resolve) => setTimeout(resolve))
  expect(sent).toHaveLength(1)
  held.resolve(refusal(401, 'unauthorized')())
  await expect(earlier).rejects.toThrow()
  await signingIn
  expect(sent.map(({ url }) => url)).toEqual([expect.stringContaining('members'), '/v1/auth/login'])
})

describe('the session is reloaded', () => {
  const isStale = () => queries.queryClient.getQueryState(queries.sessionKey)?.isInvalidated

  beforeEach(() => {
    queries.queryClient.setQueryData(queries.sessionKey, 'session')
  })

  test('if the person is no longer a member of the tab’s organization', async () => {
    responses.push(refusal(403, 'membership_not_found'))
    await expect(client.api.listOrganizationMembers()).rejects.toThrow()
    await expect.poll(isStale).toBe(true)
  })

  test('but not after other errors, or for other organizations', async () => {
    responses.push(refusal(403, 'permission_denied'), refusal(403, 'membership_not_found'))
    await expect(client.api.listOrganizationMembers()).rejects.toThrow()
    await expect(client.apiIn('other').listOrganizationMembers()).rejects.toThrow()
    await new Promise((resolve) => setImmediate(resolve))
    expect(isStale()).toBe(false)
  })
})
