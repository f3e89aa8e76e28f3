import { describe, expect, it } from 'vitest'
import { bytesOf } from '../../../support/people/accounts.ts'
import { invite, resend } from '../../../support/people/invite.ts'
import { createSend, refusal } from '../../../support/requests/exchange.ts'
import { createClock } from '../../../support/service/clock.ts'
import { accept, guest, pending, revoke, startHosts } from './support/hosts.ts'

const clock = createClock()
const { service, signInAs, ada, bob, acme } = await startHosts({ clock: clock.read })
const send = createSend(service)
const preview = (token: string) => send('POST', '/v1/organizations/invitations/preview', { body: { token } })
const day = 24 * 60 * 60 * 1000

describe('the preview of an invitation', () => {
  it('200s for whoever holds the link, without a session, with inviter, organization and address', async () => {
    const { token, email } = await invite(bob, guest(), 'admin')
    const response = await preview(token)
    expect(response).toMatchObject({ status: 200 })
    const { organizations } = await ada.api.getOrganizationContext()
    expect(response.body).toEqual({
      organization: { id: acme, name: organizations.find(({ id }) => id === acme)?.name },
      inviter: { displayName: 'Bob' },
      email,
      role: 'admin',
      expiresAt: new Date(clock.read().getTime() + 7 * day).toISOString(),
    })
    expect(response.headers.getSetCookie()).toEqual([])
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  it('does not use the link, which can be accepted after', async () => {
    const eve = await signInAs('Eve')
    const invited = await invite(ada, eve.email)
    for (let time = 1; time <= 3; time++) expect(await preview(invited.token)).toMatchObject({ status: 200 })
    expect((await pending(ada)).map(({ id }) => id)).toContain(invited.id)
    expect(await accept(eve, invited)).toBe('ok')
    expect(await preview(invited.token)).toMatchObject(refusal('invitation_not_found'))
  })

  it('404s with the same bytes for every token that cannot be accepted', async () => {
    const revoked = await invite(ada, guest())
    await revoke(ada, revoked)
    const replaced = await invite(ada, guest())
    await resend(ada, replaced)
    const dora = await signInAs('Dora')
    const { token: voided } = await (async () => {
      const { token: joining } = await invite(ada, dora.email, 'admin')
      await dora.api.acceptOrganizationInvitation({ body: { token: joining } })
      const invited = await invite(dora, guest())
      const params = { userId: dora.userId }
      await ada.api.updateOrganizationMemberRole({ params, body: { role: 'member' } })
      return invited
    })()
    const expired = await invite(ada, guest())
    clock.advance({ milliseconds: 7 * day })
    const valid = await invite(ada, guest())
    const wrongSecret = `${valid.token.slice(0, -43)}${'A'.repeat(43)}`
    const unknown = valid.token.replace(valid.id, '00000000-0000-4000-8000-000000000000')
    const responses = []
    for (const token of [revoked.token, replaced.token, voided, expired.token, wrongSecret, unknown, 'x']) {
      responses.push(bytesOf(await preview(token)))
    }
    expect(responses[0]).toMatchObject({ status: 404 })
    for (const response of responses) expect(response).toEqual(responses[0])
    expect(await preview(valid.token)).toMatchObject({ status: 200 })
  })

  it.each(['', ' ', 'a b', 'a.b', 'é', 'x'.repeat(201)])('400s the token %.20j', async (token) => {
    expect(await preview(token)).toMatchObject(refusal('invalid_request', 'token'))
  })
})

describe('many previews', () => {
  it('429s the attempts at one invitation from one address, and not those at another', async () => {
    const limited = await startHosts({ environment: { RATE_LIMITS: 'acceptInvitation.account=3' } })
    const [one, other] = [await invite(limited.ada, guest()), await invite(limited.ada, guest())]
    const statuses = []
    const anyone = createSend(limited.service)
    for (const { token } of [one, one, one, one, other]) {
      const { status } = await anyone('POST', '/v1/organizations/invitations/preview', { body: { token } })
      statuses.push(status)
    }
    expect(statuses).toEqual([200, 200, 200, 429, 200])
  })
})
