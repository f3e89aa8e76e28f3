import { markBounced } from '@cairn/domain/organizations/invitations/state/bounced-email'
import { isBounce } from '@cairn/functions/due/bounce'
import { describe, expect, it } from 'vitest'
import { invite, join, resend } from '../../support/people/invite.ts'
import { startWithAda } from '../../support/people/start-with-ada.ts'
import { createWireTable } from '../../support/service/engine.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { problemsIn } from '../../support/table/check-table.ts'
import { overtaken } from '../../support/table/overtaken.ts'
import { readTable } from '../../support/table/read-table.ts'

const table = stopAfterFile(await createWireTable())
const { ada, signInAs } = await startWithAda({ table })
const { database } = table
const at = new Date('2026-11-20T10:00:00.000Z')

/** Returns the times at which emails of pending invitations bounced, by address. */
async function bounces({ api }: typeof ada): Promise<Record<string, string | null>> {
  const { invitations } = await api.listOrganizationInvitations({ query: {} })
  return Object.fromEntries(invitations.map(({ email, emailBouncedAt }) => [email, emailBouncedAt]))
}

describe('an invitation whose email bounced', () => {
  it('shows it in every organization that invited the address, and no other invitation does', async () => {
    const carl = await signInAs('Carl')
    await invite(ada, 'typo@example.com')
    await invite(ada, 'fine@example.com')
    await invite(carl, 'typo@example.com')
    expect(await bounces(ada)).toEqual({ 'typo@example.com': null, 'fine@example.com': null })
    // The address as the receiving server says it.
    expect(await markBounced(database, 'Typo@example.com', at)).toBe(2)
    expect(await bounces(ada)).toEqual({ 'typo@example.com': at.toISOString(), 'fine@example.com': null })
    expect(await bounces(carl)).toEqual({ 'typo@example.com': at.toISOString() })
    expect(await markBounced(database, 'typo@example.com', at)).toBe(2)
    expect(problemsIn(await readTable(database))).toEqual([])
  })

  it('is still valid, and sending it again removes the mark', async () => {
    const dora = await signInAs('Dora')
    const invited = await invite(ada, dora.email)
    await markBounced(database, dora.email, at)
    const again = await resend(ada, invited)
    expect((await bounces(ada))[dora.email]).toBeNull()
    await markBounced(database, dora.email, at)
    await dora.api.acceptOrganizationInvitation({ body: { token: again.token } })
    expect(await markBounced(database, dora.email, at)).toBe(0)
  })

  it('is not marked if it was sent again meanwhile', async () => {
    const invited = await invite(ada, 'again@example.com')
    const behind = overtaken(database, /^Query/, () => resend(ada, invited))
    expect(await markBounced(behind, 'again@example.com', at)).toBe(0)
    expect((await bounces(ada))['again@example.com']).toBeNull()
  })

  it('is none of an unknown address, or of one that has joined or was revoked', async () => {
    const emil = await signInAs('Emil')
    await join(ada, emil)
    const { id } = await invite(ada, 'revoked@example.com')
    await ada.api.revokeOrganizationInvitation({ params: { invitationId: id } })
    for (const address of [emil.email, 'revoked@example.com', 'nobody@example.com']) {
      expect(await markBounced(database, address, at)).toBe(0)
    }
  })
})

it.each<[unknown, boolean]>([
  [{ bounced: ['a@example.com'], at: '2026-11-20T10:00:00Z' }, true],
  [{ bounced: [], at: '2026-11-20T10:00:00Z' }, true],
  [{ bounced: 'a@example.com', at: '2026-11-20T10:00:00Z' }, false],
  [{ bounced: [1], at: '2026-11-20T10:00:00Z' }, false],
  [{ bounced: ['a@example.com'], at: 'now' }, false],
  [{ source: 'aws.events' }, false],
  [undefined, false],
])('%j is a bounce: %s', (event, expected) => {
  expect(isBounce(event)).toBe(expected)
})
