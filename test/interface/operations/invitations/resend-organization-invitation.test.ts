import { describe, expect, it } from 'vitest'
import { invite, resend, roleIn, tokenIn } from '../../../support/people/invite.ts'
import { emailsIn } from '../../../support/people/logged-emails.ts'
import { refusal, unknownId } from '../../../support/requests/exchange.ts'
import { outcomeOf } from '../../../support/requests/outcomes.ts'
import { createClock } from '../../../support/service/clock.ts'
import { accept, guest, invitationsPath, pending, revoke, startHosts } from './support/hosts.ts'

const clock = createClock()
const { service, send, signInAs, ada, bob, cem, acme } = await startHosts({ clock: clock.read })
const dora = await signInAs('Dora')

describe('resending', () => {
  it('200s with a new link, the same id, and 7 days from now; the earlier link no longer works', async () => {
    const first = await invite(ada, dora.email, 'admin')
    const [before] = await pending(ada)
    clock.advance({ days: 1 })
    const { invitation, acceptUrl, emailSent } = await bob.api.resendOrganizationInvitation({
      params: { invitationId: first.id },
    })
    expect(emailSent).toBe(true)
    expect(emailsIn(service.lines, dora.email).at(-1)?.link).toBe(acceptUrl)
    expect(invitation).toEqual({
      ...before,
      expiresAt: new Date(clock.read().getTime() + 7 * 24 * 60 * 60 * 1000).toISOString(),
    })
    expect(await pending(cem)).toEqual([invitation])
    expect(tokenIn(acceptUrl)).not.toBe(first.token)
    expect(await accept(dora, first)).toBe('404 invitation_not_found')
    expect(await accept(dora, { token: tokenIn(acceptUrl) })).toBe('ok')
    expect(await roleIn(dora, acme)).toBe('admin')
  })

  it('403s for a member, even for an unknown invitation; the link still works', async () => {
    const invited = await invite(ada, guest())
    const unknown = { ...invited, id: unknownId }
    for (const refused of [invited, unknown]) {
      expect(await outcomeOf(resend(cem, refused))).toBe('403 organization_admin_required')
    }
    expect(await pending(ada)).toMatchObject([{ id: invited.id }])
    expect(await revoke(ada, invited)).toBe('ok')
  })

  it.each(['x', '00000000-0000-4000-8000-00000000000', '%', 'null'])(
    '400s the malformed id %j',
    async (id) => {
      expect(await send('POST', `${invitationsPath}/${id}/resend`)).toMatchObject(refusal('invalid_request'))
    },
  )
})
