import { afterAll, describe, expect, it } from 'vitest'
import { join } from '../../../support/people/invite.ts'
import { assertionHeaders, proxied, proxyEnvironment } from '../../../support/service/proxied.ts'
import { startTestService } from '../../../support/service/service.ts'
import { stopAfterFile } from '../../../support/stop-after-file.ts'
import { expectSoundTable } from '../../../support/table/check-table.ts'

/** A user id is any text of 1 to 200 characters that the provider asserts (contract, first paragraph). */

const adaUser = { id: 'Proxy|Ada#1', displayName: 'Ada', email: 'ada@example.com' }

const service = stopAfterFile(await startTestService({ environment: proxyEnvironment }))
const ada = proxied(service, adaUser)

afterAll(async () => {
  await expectSoundTable(service.table.database)
})

const ids = [
  'a/b',
  'a%2Fb',
  'a%b',
  '100%',
  '%',
  'a b',
  'a+b',
  'a#b?c=d&e',
  'ä@例え.テスト',
  '\u{1F333}',
  'e\u0301',
  '\u00e9',
  'CASE',
  'case',
  "o'brien",
  '"quoted"',
  '<b>',
  '\\',
  'a;b',
  'a,b',
  '$cairn#userkey_x',
  '__proto__',
  'constructor',
  'null',
  'current',
  '.hidden',
  'a..b',
  '\u{1F333}'.repeat(200),
]

/** Without the client, which would encode the path. */
async function patchRaw(path: string): Promise<{ status: number; error: unknown }> {
  const response = await fetch(service.origin + path, {
    method: 'PATCH',
    headers: {
      origin: service.origin,
      'content-type': 'application/json',
      ...assertionHeaders(adaUser, 'PATCH', path, new Date()),
    },
    body: '{"role":"admin"}',
  })
  const { error } = (await response.json()) as { error: unknown }
  return { status: response.status, error }
}

describe('user ids of any form', () => {
  it('200 as members with their own roles, goals and filters, separate from all others', async () => {
    await ada.api.getAuthSession()
    const people = ids.map((id, index) =>
      proxied(service, { id, displayName: `Guest ${index}`, email: `guest${index}@example.com` }),
    )
    for (const guest of people) await join(ada, guest)
    for (const [index, guest] of people.entries()) {
      const { userId } = guest
      const { member } = await ada.api.updateOrganizationMemberRole({
        params: { userId },
        body: { role: 'admin' },
      })
      expect(member).toEqual({
        userId,
        displayName: `Guest ${index}`,
        email: `guest${index}@example.com`,
        role: 'admin',
      })
      const { members } = await ada.api.listOrganizationMembers()
      expect(members.filter(({ role }) => role === 'admin')).toEqual([member])

      const { goal } = await guest.api.createGoal({
        body: { detailedDescription: 'Plant a hundred trees.', timeframe: { kind: 'continuous' } },
      })
      const { goals } = await ada.api.listGoals({ query: { ownerUserId: userId } })
      expect(goals).toEqual([{ ...goal, watching: false }])
      expect(goal.ownerUserId).toBe(userId)
      await ada.api.updateOrganizationMemberRole({ params: { userId }, body: { role: 'member' } })
    }
    expect((await ada.api.listOrganizationMembers()).members).toHaveLength(ids.length + 1)
  })

  it.each([
    'nobody',
    'proxy|ada#1',
    ' Proxy|Ada#1',
    'a%252Fb',
    'a%2fb',
    'Case',
    '100%25',
    '%00',
    '\u0000',
    '..%2f',
    'e\u0301\u0301',
    'x'.repeat(200),
    'x'.repeat(201),
    '\u{1F333}'.repeat(201),
    'x'.repeat(4_000),
  ])('400 as member_not_found if there is no such member: %.20j', async (userId) => {
    expect(await patchRaw(`/v1/organizations/current/members/${encodeURIComponent(userId)}`)).toEqual({
      status: 400,
      error: 'member_not_found',
    })
  })

  it.each(['%zz', '%ff', '%C3', '%E0%A4', '%u0041'])(
    '400 as member_not_found if %j cannot be decoded',
    async (text) => {
      expect(await patchRaw(`/v1/organizations/current/members/${text}`)).toEqual({
        status: 400,
        error: 'member_not_found',
      })
    },
  )

  it('404 as not_found if a slash is not encoded', async () => {
    expect(await patchRaw('/v1/organizations/current/members/a/b')).toEqual({
      status: 404,
      error: 'not_found',
    })
    expect(await patchRaw('/v1/organizations/current/members/')).toEqual({ status: 404, error: 'not_found' })
  })
})
