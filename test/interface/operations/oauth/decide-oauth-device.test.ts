import { describe, expect, it } from 'vitest'
import { join } from '../../../support/people/invite.ts'
import { startWithAda } from '../../../support/people/start-with-ada.ts'
import { askForCode, poll, registerDevice } from '../../../support/requests/device.ts'
import { me } from '../../../support/requests/program.ts'
import { createClock } from '../../../support/service/clock.ts'
import { expectSoundTable } from '../../../support/table/check-table.ts'

const clock = createClock()
const { service, ada, signInAs } = await startWithAda({ clock: clock.read })
const { origin } = service
const { activeOrganizationId: organizationId } = await ada.api.getAuthSession()
const bob = await signInAs('Bob')
const bobsOrganization = (await bob.api.getAuthSession()).activeOrganizationId
const clientId = await registerDevice(origin)
const yes = { allow: true, organizationId, scopes: ['goals:read' as const] }
const no = { allow: false }

async function waiting(scope = 'goals:read labels:read') {
  const code = await askForCode(origin, clientId, { scope })
  return {
    userCode: code.user_code,
    poll: () => poll(origin, clientId, code.device_code),
  }
}
type Decision = typeof yes | typeof no
const decide = async (person: typeof ada, userCode: string, decision: Decision) => {
  try {
    await person.api.decideOAuthDevice({ body: { userCode, ...decision } })
    return 204
  } catch (error) {
    return (error as { code: string }).code
  }
}
const gone = 'oauth_device_not_found'

describe('a decision', () => {
  it('204s, and the log tells it', async () => {
    const device = await waiting()
    expect(await decide(ada, device.userCode, yes)).toBe(204)
    expect((await device.poll()).body.scope).toBe('goals:read')
    const [grant] = (await ada.api.listOAuthGrants()).grants
    const { entries } = await ada.api.listAuditEntries({ query: { kind: 'grant' } })
    expect(entries[0]).toMatchObject({
      action: 'grant.created',
      credential: { kind: 'session' },
      target: { kind: 'grant', id: grant?.id, name: 'Helpdesk bot' },
    })
  })

  it('is made once, by ten requests at once and by one that is sent again, until the grant ends', async () => {
    const before = (await ada.api.listOAuthGrants()).grants.map(({ id }) => id)
    const device = await waiting()
    const answers = await Promise.all(Array.from({ length: 10 }, () => decide(ada, device.userCode, yes)))
    answers.push(await decide(ada, device.userCode, yes))
    expect(new Set(answers)).toEqual(new Set([204]))
    expect((await device.poll()).status).toBe(200)
    const { grants } = await ada.api.listOAuthGrants()
    const added = grants.filter(({ id }) => !before.includes(id))
    expect(added).toHaveLength(1)
    expect(await decide(ada, device.userCode, yes)).toBe(204)
    await ada.api.endOAuthGrant({ params: { grantId: added[0]?.id ?? '' } })
    expect(await decide(ada, device.userCode, yes)).toBe(gone)
    expect((await device.poll()).body.error).toBe('invalid_grant')
  })

  it('to allow and one to refuse at once: one wins, the program learns it, and the other 404s', async () => {
    for (let round = 0; round < 5; round++) {
      const device = await waiting()
      const [allowed, refused] = await Promise.all([
        decide(ada, device.userCode, yes),
        decide(ada, device.userCode, no),
      ])
      expect([allowed, refused].toSorted()).toEqual([204, gone].toSorted())
      const { status, body } = await device.poll()
      expect([status, body.error]).toEqual(allowed === 204 ? [200, undefined] : [400, 'access_denied'])
    }
  })

  it('of two people at once is that of one of them', async () => {
    const device = await waiting()
    const bobs = { ...yes, organizationId: bobsOrganization }
    const answers = await Promise.all([decide(ada, device.userCode, yes), decide(bob, device.userCode, bobs)])
    expect(answers.toSorted()).toEqual([204, gone].toSorted())
    const { body } = await device.poll()
    const winner = answers[0] === 204 ? ada : bob
    expect((await me(origin, body.access_token)).body).toMatchObject({ user: { id: winner.userId } })
  })

  it('that differs from the one before 404s, and so does that of another person', async () => {
    const device = await waiting()
    expect(await decide(ada, device.userCode, no)).toBe(204)
    expect(await decide(ada, device.userCode, no)).toBe(204)
    expect(await decide(ada, device.userCode, yes)).toBe(gone)
    expect(await decide(bob, device.userCode, no)).toBe(gone)
    expect((await device.poll()).body.error).toBe('access_denied')
    const other = await waiting()
    expect(await decide(ada, other.userCode, yes)).toBe(204)
    expect(await decide(ada, other.userCode, { ...yes, scopes: ['labels:read' as 'goals:read'] })).toBe(gone)
    expect(await decide(ada, other.userCode, no)).toBe(gone)
    expect(await decide(bob, other.userCode, { ...yes, organizationId: bobsOrganization })).toBe(gone)
    expect((await other.poll()).status).toBe(200)
  })

  it('for an organization of others is refused, and the code still waits', async () => {
    const device = await waiting()
    expect(await decide(ada, device.userCode, { ...yes, organizationId: bobsOrganization })).toBe(
      'membership_not_found',
    )
    expect((await device.poll()).body.error).toBe('authorization_pending')
  })

  it('for a scope that the program has not asked for 400s', async () => {
    const { userCode } = await waiting('goals:read')
    const scopes = ['goals:read' as const, 'goals:write:all' as const]
    await expect(
      ada.api.decideOAuthDevice({ body: { userCode, allow: true, organizationId, scopes } }),
    ).rejects.toMatchObject({ status: 400, details: [{ path: 'scopes.1' }] })
  })

  it('404s for a code that is unknown, malformed or expired', async () => {
    const { userCode } = await waiting()
    clock.advance({ milliseconds: 600_000 })
    for (const code of ['BCDF-GHJK', 'nothing', userCode]) expect(await decide(ada, code, yes)).toBe(gone)
  })

  it.each([
    [{ allow: true }],
    [{ allow: true, organizationId }],
    [{ allow: true, scopes: ['goals:read'] }],
    [{ allow: true, organizationId, scopes: [] }],
    [{ allow: true, organizationId, scopes: ['goals:read', 'goals:read'] }],
    [{ allow: false, organizationId }],
    [{ allow: 'true', organizationId, scopes: ['goals:read'] }],
    [{}],
  ])('400s for %j', async (body) => {
    const { userCode } = await waiting()
    await expect(
      ada.api.decideOAuthDevice({ body: { userCode, ...(body as typeof yes) } }),
    ).rejects.toMatchObject({ status: 400 })
  })

  it('counts only if the page of the service sends it', async () => {
    const device = await waiting()
    const body = JSON.stringify({ userCode: device.userCode, ...yes })
    const json = { 'content-type': 'application/json', cookie: ada.cookie }
    for (const headers of [
      json,
      { ...json, origin: 'https://evil.example.com' },
      { ...json, origin: 'null' },
      { ...json, origin: 'https://evil.example.com', 'content-type': 'text/plain' },
    ]) {
      const response = await fetch(`${origin}/v1/oauth/devices/decision`, { method: 'POST', headers, body })
      expect([403, 415]).toContain(response.status)
    }
    expect((await device.poll()).body.error).toBe('authorization_pending')
  })

  it('needs a session: a token or a program cannot make it', async () => {
    const device = await waiting()
    expect(await decide(ada, device.userCode, yes)).toBe(204)
    const { body } = await device.poll()
    const next = await waiting()
    const response = await fetch(`${origin}/v1/oauth/devices/decision`, {
      method: 'POST',
      headers: { authorization: `Bearer ${body.access_token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ userCode: next.userCode, ...yes }),
    })
    expect(response.status).toBe(401)
  })

  it('of somebody who leaves the organization before the program has its tokens opens nothing', async () => {
    const carl = await signInAs('Carl')
    await join(ada, carl, 'member')
    const device = await waiting()
    expect(await decide(carl, device.userCode, yes)).toBe(204)
    await ada.api.removeOrganizationMember({
      params: { userId: carl.userId },
      body: { reassignGoalsTo: null },
    })
    const { status, body } = await device.poll()
    if (status === 200) expect((await me(origin, body.access_token)).status).toBe(403)
    else expect(body.error).toBe('invalid_grant')
  })
})

it('leaves a sound table', async () => {
  await expectSoundTable(service.table.database)
})
