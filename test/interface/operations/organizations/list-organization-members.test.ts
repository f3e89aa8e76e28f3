import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createToken, programWith } from '../../../support/people/api-tokens.ts'
import { join, type Person } from '../../../support/people/invite.ts'
import { collect } from '../../../support/requests/walk.ts'
import { createClock } from '../../../support/service/clock.ts'
import {
  type ProxiedUser,
  proxied,
  proxiedPeople,
  proxyEnvironment,
} from '../../../support/service/proxied.ts'
import { startTestService } from '../../../support/service/service.ts'
import { stopAfterFile } from '../../../support/stop-after-file.ts'
import { expectSoundTable } from '../../../support/table/check-table.ts'

const clock = createClock()

const service = stopAfterFile(await startTestService({ clock: clock.read, environment: proxyEnvironment }))
const person = (user: ProxiedUser) => proxied(service, user, clock.read)
const owner = person({ id: 'proxy:zoe', displayName: 'zoe', email: 'zoe@example.com' })

afterAll(async () => {
  await expectSoundTable(service.table.database)
})

const walk = ({ api }: Pick<Person, 'api'>, limit?: number) =>
  collect(
    (cursor) => api.listOrganizationMembers({ query: { limit, cursor } }),
    ({ members }) => {
      expect(members.length).toBeLessThanOrEqual(limit ?? 100)
      return members
    },
  )

const setRole = ({ api }: Person, userId: string, role: 'admin' | 'member') =>
  api.updateOrganizationMemberRole({ params: { userId }, body: { role } })

describe('the members of an organization', () => {
  /** In the order of the list: by role, then by name ignoring case. */
  const expected = [
    ['owner', 'zoe'],
    ['admin', 'bob'],
    ['admin', 'Carl'],
    ['member', '1st'],
    ['member', 'Ann'],
    ['member', 'ann b'],
    ['member', 'ANNA'],
    ['member', 'dora'],
    ['member', 'Dora'],
    ['member', 'Eve'],
    ['member', 'émile'],
  ] as const
  let carl: Person

  beforeAll(async () => {
    for (const [index, [role, displayName]] of [...expected.entries()].toReversed()) {
      if (role === 'owner') continue
      const guest = person({ id: `proxy:${index}`, displayName, email: `guest${index}@example.com` })
      if (displayName === 'Carl') carl = guest
      await join(owner, guest, role)
    }
  })

  it('are listed by role, then by name ignoring case, with four fields each', async () => {
    const { members, nextCursor } = await owner.api.listOrganizationMembers()
    expect(nextCursor).toBeNull()
    const named = members.map(({ role, displayName }) => [role, displayName])
    // Names that differ only in case have no defined order.
    const folded = (list: readonly (readonly string[])[]) =>
      list.map(([role, name]) => `${role} ${name?.toLowerCase()}`)
    expect(folded(named)).toEqual(folded(expected))
    expect(named.toSorted()).toEqual(expected.map((member) => [...member]).toSorted())
    expect(members[0]).toEqual({
      userId: 'proxy:zoe',
      displayName: 'zoe',
      email: 'zoe@example.com',
      role: 'owner',
    })
  })

  it.each([1, 2, 3, 10, 11, 100])('are the same on pages of %d, each exactly once', async (limit) => {
    const { members } = await owner.api.listOrganizationMembers()
    expect(await walk(owner, limit)).toEqual(members)
    expect(await walk(carl, limit)).toEqual(members)
  })

  it('keep their place on later pages when the role of one changes in between', async () => {
    const before = await walk(owner)
    const first = await owner.api.listOrganizationMembers({ query: { limit: 3 } })
    await setRole(owner, before.at(-1)?.userId ?? '', 'admin')
    const rest = []
    for (let cursor = first.nextCursor; cursor !== null; ) {
      const page = await owner.api.listOrganizationMembers({ query: { limit: 3, cursor } })
      rest.push(...page.members)
      cursor = page.nextCursor
    }
    const walked = [...first.members, ...rest].map(({ userId }) => userId)
    const others = before.slice(0, -1).map(({ userId }) => userId)
    expect(walked.filter((userId) => userId !== before.at(-1)?.userId)).toEqual(others)
    await setRole(owner, before.at(-1)?.userId ?? '', 'member')
    expect(await walk(owner)).toEqual(before)
  })

  it('have a changed name and address, in the right place, from the next session request of the user', async () => {
    const renamed = person({ id: 'proxy:2', displayName: 'Aaron', email: 'aaron@example.com' })
    const namesOf = async () => (await walk(owner)).slice(0, 3).map(({ displayName }) => displayName)
    expect(await namesOf()).toEqual(['zoe', 'bob', 'Carl'])
    await renamed.api.getAuthSession()
    expect(await namesOf()).toEqual(['zoe', 'Aaron', 'bob'])
    expect((await walk(owner))[1]).toMatchObject({ userId: 'proxy:2', email: 'aaron@example.com' })
    await carl.api.getOrganizationContext()
    expect(await namesOf()).toEqual(['zoe', 'bob', 'Carl'])
  })

  it('have addresses in the responses to sessions and to tokens of administrators only', async () => {
    const addresses = async (caller: Pick<Person, 'api'>) =>
      (await walk(caller)).filter(({ email }) => email !== null).length
    const tokenOf = async (user: Person) => ({
      api: programWith(service, await createToken(user, ['members:read'])),
    })
    const all = expected.length
    const program = await tokenOf(carl)
    expect([await addresses(carl), await addresses(program), await addresses(await tokenOf(owner))]).toEqual([
      all,
      all,
      all,
    ])
    await setRole(owner, 'proxy:2', 'member')
    expect([await addresses(carl), await addresses(program)]).toEqual([all, 0])
    expect((await walk(program)).map(({ userId, role }) => [userId, role])).toEqual(
      (await walk(owner)).map(({ userId, role }) => [userId, role]),
    )
    await setRole(owner, 'proxy:2', 'admin')
  })

  it('are those of the active organization only', async () => {
    const { sam } = proxiedPeople(service, ['sam'], clock.read)
    expect((await walk(sam)).map(({ userId }) => userId)).toEqual(['proxy:sam'])
  })
})
