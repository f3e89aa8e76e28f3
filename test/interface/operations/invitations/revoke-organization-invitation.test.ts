import { describe, expect, it } from 'vitest'
import { invite } from '../../../support/people/invite.ts'
import { refusal, unknownId } from '../../../support/requests/exchange.ts'
import { accept, guest, invitationsPath, pending, revoke, startHosts } from './support/hosts.ts'

const { send, signInAs, ada, bob, cem } = await startHosts()
const dora = await signInAs('Dora')

describe('revoking', () => {
  it('204s for an admin; the link no longer works and the invitation is no longer listed', async () => {
    const invited = await invite(ada, dora.email)
    expect(await send('DELETE', `${invitationsPath}/${invited.id}`)).toMatchObject({ status: 204, text: '' })
    expect(await accept(dora, invited)).toBe('404 invitation_not_found')
    expect(await pending(ada)).toEqual([])
    expect(await revoke(bob, await invite(ada, dora.email))).toBe('ok')
  })

  it('403s for a member, even for an unknown invitation, which stays pending', async () => {
    const invited = await invite(ada, guest())
    const unknown = { ...invited, id: unknownId }
    for (const refused of [invited, unknown]) {
      expect(await revoke(cem, refused)).toBe('403 organization_admin_required')
    }
    expect(await pending(ada)).toMatchObject([{ id: invited.id }])
    expect(await revoke(ada, invited)).toBe('ok')
  })

  it.each(['x', '00000000-0000-4000-8000-00000000000', '%', 'null'])(
    '400s the malformed id %j',
    async (id) => {
      expect(await send('DELETE', `${invitationsPath}/${id}`)).toMatchObject(refusal('invalid_request'))
    },
  )
})
