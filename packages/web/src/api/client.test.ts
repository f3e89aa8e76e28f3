import { beforeEach, describe, expect, test, vi } from 'vitest'

type Sent = { url: string; organizationId: string | null }

const sent: Sent[] = []
/** What the service says next; a success once it is empty. */
const answers: (() => Response | Promise<Response>)[] = []
let client: typeof import('./client.ts')
let sessionEnd: typeof import('../session/session-end.ts')
let queries: typeof import('./query-client.ts')

const refusal = (status: number, error: string) => () => Response.json({ error, message: 'No.' }, { status })

beforeEach(async () => {
  sent.length = 0
  answers.length = 0
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      postMessage() {}
    },
  )
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push({ url, organizationId: new Headers(init.headers).get('organization-id') })
    return (await answers.shift()?.()) ?? Response.json({ members: [], nextCursor: null })
  })
  vi.resetModules()
  client = await import('./client.ts')
  sessionEnd = await import('../session/session-end.ts')
  queries = await import('./query-client.ts')
  const tab = await import('../session/tab-organization.ts')
  tab.settleTabOrganization('mine')
  return () => vi.unstubAllGlobals()
})

test('requests act in the organization of the tab, those of the person in none', async () => {
  await client.api.listOrganizationMembers()
  await client.personApi.listOrganizationMembers()
  await client.apiIn('other').listOrganizationMembers()
  expect(sent.map(({ organizationId }) => organizationId)).toEqual(['mine', null, 'other'])
})

describe('a request that is refused for want of a session', () => {
  test('ends the session', async () => {
    answers.push(refusal(401, 'unauthorized'))
    await expect(client.api.listOrganizationMembers()).rejects.toThrow()
    expect(sent).toHaveLength(1)
    expect(sessionEnd.hasSessionEnded()).toBe(true)
  })

  test('is sent again if somebody has signed in since', async () => {
    answers.push(() => {
      sessionEnd.reportSessionBack()
      return refusal(401, 'unauthorized')()
    })
    await client.api.listOrganizationMembers()
    expect(sent).toHaveLength(2)
    expect(sessionEnd.hasSessionEnded()).toBe(false)
  })

  test('ends none where it only asks whether there is one', async () => {
    answers.push(refusal(401, 'unauthorized'), refusal(401, 'invalid_credentials'))
    await expect(client.personApi.getAuthSession()).rejects.toThrow()
    await expect(client.api.login({ body: { email: 'a@example.com', password: 'p' } })).rejects.toThrow()
    expect(sessionEnd.hasSessionEnded()).toBe(false)
  })
})

describe('the memberships are read again', () => {
  const isStale = () => queries.queryClient.getQueryState(queries.sessionKey)?.isInvalidated

  beforeEach(() => {
    queries.queryClient.setQueryData(queries.sessionKey, 'session')
  })

  test('when the tab’s organization turns out not to be the person’s any more', async () => {
    answers.push(refusal(403, 'membership_not_found'))
    await expect(client.api.listOrganizationMembers()).rejects.toThrow()
    await expect.poll(isStale).toBe(true)
  })

  test('but not for another refusal, or another organization', async () => {
    answers.push(refusal(403, 'permission_denied'), refusal(403, 'membership_not_found'))
    await expect(client.api.listOrganizationMembers()).rejects.toThrow()
    await expect(client.apiIn('other').listOrganizationMembers()).rejects.toThrow()
    await new Promise((resolve) => setImmediate(resolve))
    expect(isStale()).toBe(false)
  })
})
