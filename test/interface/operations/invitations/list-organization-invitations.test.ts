import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { invite, resend } from '../../../support/people/invite.ts'
import { collect } from '../../../support/requests/walk.ts'
import { createClock } from '../../../support/service/clock.ts'
import { recordsWith } from '../../../support/table/records.ts'
import { guest, invitationsPath, pending, revoke, startHosts } from './support/hosts.ts'

const clock = createClock()
const { service, send, ada, bob, cem } = await startHosts({ clock: clock.read })

describe('the list of invitations', () => {
  it('200s for every member, newest first, the same on pages of any size', async () => {
    const ids: string[] = []
    for (let index = 0; index < 7; index++) {
      clock.advance({ milliseconds: 1 })
      ids.unshift((await invite(index % 2 ? bob : ada, guest())).id)
    }
    for (const person of [ada, bob, cem]) expect((await pending(person)).map(({ id }) => id)).toEqual(ids)
    for (const limit of [1, 2, 3, 7, 8]) {
      const walked = await collect(
        (cursor) => cem.api.listOrganizationInvitations({ query: { limit, cursor } }),
        ({ invitations }) => {
          expect(invitations.length).toBeLessThanOrEqual(limit)
          return invitations.map(({ id }) => id)
        },
      )
      expect(walked).toEqual(ids)
    }
    for (const id of ids) expect(await revoke(bob, { id })).toBe('ok')
    expect(await pending(ada)).toEqual([])
  })

  it('has no token; the table has only its hash', async () => {
    const first = await invite(ada, guest())
    const second = await resend(ada, first)
    const { text } = await send('GET', invitationsPath)
    for (const { token } of [first, second]) {
      const secret = token.slice(-43)
      expect(text).not.toContain(secret)
      expect(await recordsWith(service.table, secret)).toEqual([])
    }
    const hash = createHash('sha256').update(second.token.slice(-43)).digest('hex')
    expect(await recordsWith(service.table, hash)).toMatchObject([{ invitationId: second.id }])
    expect(await revoke(ada, second)).toBe('ok')
  })
})
