import { forgetAddresses } from '@cairn/domain/accounts/auth/account/forget-address'
import { newMembership } from '@cairn/domain/organizations/session/user-organizations'
import { readRecord } from '@cairn/domain/storage/database/read-record'
import { accountDeletionEntity } from '@cairn/domain/storage/table/entities/due/account-deletion'
import { auditEntryEntity } from '@cairn/domain/storage/table/entities/organizations/audit-entry'
import { invitationEntity } from '@cairn/domain/storage/table/entities/organizations/invitation'
import { invitationAddressEntity } from '@cairn/domain/storage/table/entities/organizations/invitation-address'
import { membershipEntity } from '@cairn/domain/storage/table/entities/organizations/membership'
import { userEntity } from '@cairn/domain/storage/table/entities/people/user'
import { shortHash, shortId } from '@cairn/domain/storage/table/short-id'
import { describe, expect, it } from 'vitest'
import { password, tokensIn } from '../../support/people/accounts.ts'
import { createToken } from '../../support/people/api-tokens.ts'
import { anonymous } from '../../support/people/clients.ts'
import { createGoal } from '../../support/people/goals.ts'
import { invite, join } from '../../support/people/invite.ts'
import { userRecordOf } from '../../support/people/many-organizations.ts'
import { type Browser, signIn } from '../../support/people/sign-in.ts'
import { createClock } from '../../support/service/clock.ts'
import { startTestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { readTable } from '../../support/table/read-table.ts'
import { changeRecord, takeAwayRecord, writeRecords } from '../../support/table/write-records.ts'
import { sampleTitle } from '../../support/test-all.ts'
import { createSweeper, type Death, deathsOf, momentOf, sweepAndDie, watched } from './support/sweeper.ts'
import { findingsIn, ownersIn } from './support/team.ts'

/** Work after the deletion of an account, under crashes and several workers. */

const clock = createClock()
const service = stopAfterFile(await startTestService({ clock: clock.read, background: false }))
const { database } = service.table
const minutes = (count: number) => new Date(clock.read().getTime() + count * 60_000)

let teams = 0

/**
 * Ada owns two organizations in which Bob works, and one of his goals is in the first. He has one of his own. He has left Cleo's, which
 * has invited him again. Then his address changed.
 */
async function startTeam() {
  const team = ++teams
  const person = (name: string) =>
    signIn(service, { email: `${name}${team}@example.com`.toLowerCase(), displayName: name })
  const [ada, before, cleo] = [await person('Ada'), await person('Bob'), await person('Cleo')]
  const bob = { ...before, email: `new.${before.email}` }
  const { activeOrganizationId: own } = await bob.api.getOrganizationContext()
  await join(cleo, before)
  await bob.api.removeOrganizationMember({
    params: { userId: bob.userId },
    body: { reassignGoalsTo: null },
  })
  await bob.api.getOrganizationContext()
  await invite(cleo, before.email)
  await bob.api.changeEmail({ body: { email: bob.email, password } })
  const [token = ''] = tokensIn(service, bob.email, 'email_change')
  await anonymous(service).verifyEmail({ body: { token } })
  const first = await join(ada, bob)
  const { id: goalId } = await createGoal(bob)
  await createToken(bob)
  await ada.api.createOrganization({ body: { name: 'Second' } })
  const second = await join(ada, bob)
  await ada.api.switchOrganization({ body: { organizationId: first } })
  return { ada, bob, former: before.email, cleo, goalId, own, organizations: [first, second] }
}
type Team = Awaited<ReturnType<typeof startTeam>>

const deletionOf = ({ userId }: Browser) =>
  readRecord(database, accountDeletionEntity, { personKey: shortHash(userId) })

/** Sweeps until everything is done: claims of dead sweepers end, and a last pass begins a minute after. */
async function finish() {
  const sweeper = createSweeper(database)
  for (const later of [3, 6, 9, 12]) await sweeper.sweep(minutes(later))
  expect(sweeper.errors).toEqual([])
  clock.advance({ milliseconds: 15 * 60_000 })
}

/** Each organization was told once, and nothing of Bob is left. */
async function expectGone({ ada, bob, former, own, organizations }: Team, what: string) {
  const { organizations: waiting = [] } = (await deletionOf(bob)) ?? {}
  expect(
    waiting.filter(({ role }) => role !== 'owner'),
    what,
  ).toEqual([])
  expect(await ownersIn(ada), what).toEqual({ nobody: 1 })
  const content = await readTable(database)
  for (const address of [bob.email, former])
    expect(JSON.stringify(content).toLowerCase(), what).not.toContain(`"${address}"`)
  const { auditEntry, organization, membership, session, personAlarm, reminder, memberRemoval } = content
  const left = auditEntry
    .filter(({ action, userId }) => action === 'member.left' && userId === bob.userId)
    .filter(({ organizationKey }) => organizations.map(shortId).includes(organizationKey))
  expect(
    left.map(({ organizationKey }) => organizationKey),
    what,
  ).toHaveLength(organizations.length)
  for (const records of [membership, session, personAlarm]) {
    expect(
      records.filter(({ userId }) => userId === bob.userId),
      what,
    ).toEqual([])
  }
  expect(
    reminder.filter(({ personKey }) => personKey === shortHash(bob.userId)),
    what,
  ).toEqual([])
  expect(memberRemoval, what).toEqual([])
  expect(
    organization.map(({ organizationId }) => organizationId),
    what,
  ).not.toContain(own)
  expect(await userRecordOf(database, bob.userId), what).toMatchObject({ email: '', organizationIds: [] })
}

describe('a crash', () => {
  it(`before or after any call of the database leaves nothing undone, and repeats nothing (${sampleTitle})`, async () => {
    const calls = await crash(undefined)
    for (const death of deathsOf(calls)) await crash(death)
    expect(await findingsIn(database)).toEqual([])
  })

  /** Returns how many calls the sweeps made until then. */
  async function crash(death: Death | undefined): Promise<number> {
    const team = await startTeam()
    await team.bob.api.deleteAccount({ body: { password } })
    // With the last pass, which deletes the record.
    const { calls } = await sweepAndDie(database, [minutes(0), minutes(2)], death)
    expect(await findingsIn(database), momentOf(death)).toEqual([])
    await finish()
    await expectGone(team, momentOf(death))
    return calls
  }
})

describe('the address', () => {
  it('is removed from invitations in every state and from the audit log, and no other one is', async () => {
    const team = await startTeam()
    const { ada, bob } = team
    const revoked = await invite(ada, bob.email)
    await ada.api.revokeOrganizationInvitation({ params: { invitationId: revoked.id } })
    await invite(ada, bob.email)
    const other = await invite(ada, `x${bob.email}`)
    await bob.api.deleteAccount({ body: { password } })
    await finish()
    await expectGone(team, 'invited again')
    const { invitations } = await ada.api.listOrganizationInvitations()
    expect(invitations.map(({ id }) => id)).toEqual([other.id])
    const { entries } = await ada.api.listAuditEntries({ query: { kind: 'invitation' } })
    const names = entries.map(({ target }) => target?.name)
    expect(new Set(names)).toEqual(new Set([other.email, null]))
    // Whoever gets the address later can be invited.
    const { id } = await invite(ada, bob.email)
    await createSweeper(database).sweep(minutes(3))
    expect((await ada.api.listOrganizationInvitations()).invitations.map((one) => one.id)).toContain(id)
    await ada.api.revokeOrganizationInvitation({ params: { invitationId: id } })
    expect(await findingsIn(database)).toEqual([])
  })

  it('is removed where the person has left or was only invited, and stays of others and of whoever has it later', async () => {
    const { ada, bob, cleo } = await startTeam()
    const dan = await signIn(service, { email: `dan${teams}@example.com`, displayName: 'Dan' })
    const [only, other] = [await invite(dan, bob.email), await invite(dan, `x${bob.email}`)]
    await bob.api.deleteAccount({ body: { password } })
    clock.advance({ milliseconds: 1 })
    const later = await invite(ada, bob.email)
    // After the time is up, the next sweep continues.
    const deletion = { email: bob.email, createdAt: (await deletionOf(bob))?.createdAt ?? '' }
    expect(await forgetAddresses(database, deletion, () => true)).toBe(false)
    const namesIn = async (who: Browser) => {
      const { entries } = await who.api.listAuditEntries({ query: { kind: 'invitation' } })
      return new Map(entries.map(({ target }) => [target?.id, target?.name]))
    }
    const pendingIn = async (who: Browser) =>
      (await who.api.listOrganizationInvitations()).invitations.map(({ id }) => id)
    expect((await namesIn(dan)).get(only.id)).toBe(bob.email)
    await finish()
    expect(await pendingIn(dan)).toEqual([other.id])
    expect(await pendingIn(cleo)).toEqual([])
    expect(await pendingIn(ada)).toEqual([later.id])
    expect(await namesIn(dan)).toEqual(
      new Map([
        [only.id, null],
        [other.id, other.email],
      ]),
    )
    expect(new Set((await namesIn(cleo)).values())).toEqual(new Set([null]))
    expect((await namesIn(ada)).get(later.id)).toBe(bob.email)
    expect(await findingsIn(database)).toEqual([])
  })

  it('is removed if it was a former one, and stays of whoever has it later', async () => {
    const { ada, bob, former, cleo } = await startTeam()
    clock.advance({ milliseconds: 1 })
    const later = await invite(ada, former)
    await bob.api.deleteAccount({ body: { password } })
    await finish()
    const pendingIn = async (who: Browser) =>
      (await who.api.listOrganizationInvitations()).invitations.map(({ id, email }) => [id, email])
    expect(await pendingIn(ada)).toEqual([[later.id, former]])
    expect(await pendingIn(cleo)).toEqual([])
    const { entries } = await cleo.api.listAuditEntries({ query: { kind: 'invitation' } })
    expect(entries.map(({ target }) => target?.name)).toEqual([null, null, null])
    expect(await findingsIn(database)).toEqual([])
  })

  it('is removed where the person had accepted under another one, and from an invitation that has expired', async () => {
    const { ada, bob, organizations } = await startTeam()
    const before = `earlier ${bob.userId}`
    const expired = await invite(ada, bob.email)
    const { invitation, auditEntry, invitationAddress } = await readTable(database)
    const isExpired = ({ invitationId }: { invitationId: string }) => invitationId === expired.id
    const inTheirs = ({ organizationId }: { organizationId: string }) =>
      organizations.includes(organizationId)
    for (const one of invitation
      .filter(inTheirs)
      .filter((one) => one.email === bob.email && !isExpired(one))) {
      await changeRecord(database, invitationEntity, one, { set: { email: before } })
    }
    for (const one of auditEntry.filter(({ organizationKey }) =>
      organizations.map(shortId).includes(organizationKey),
    )) {
      const { target } = one
      if (target?.name !== bob.email || target.id === expired.id) continue
      await changeRecord(database, auditEntryEntity, one, { set: { target: { ...target, name: before } } })
    }
    // The table has removed what reserves the address, and not yet the invitation.
    for (const one of invitationAddress.filter(isExpired))
      await takeAwayRecord(database, invitationAddressEntity, one)
    await bob.api.deleteAccount({ body: { password } })
    await finish()
    const left = await readTable(database)
    expect(left.invitation.filter(({ email }) => [bob.email, before].includes(email))).toEqual([])
    expect(left.auditEntry.filter(({ target }) => [bob.email, before].includes(target?.name ?? ''))).toEqual(
      [],
    )
  })
})

describe('two sweeps at once', () => {
  it('leave the work to one of them', async () => {
    const team = await startTeam()
    await team.bob.api.deleteAccount({ body: { password } })
    const sweepers = Array.from({ length: 3 }, () => createSweeper(database))
    await Promise.all(sweepers.map((sweeper) => sweeper.sweep(minutes(0))))
    expect(sweepers.flatMap(({ errors }) => errors)).toEqual([])
    await finish()
    await expectGone(team, 'at once')
  })

  it('write nothing twice, even if the slower one has lost its claim', async () => {
    for (const last of [14, 18, 22]) {
      const team = await startTeam()
      await team.bob.api.deleteAccount({ body: { password } })
      const held = Promise.withResolvers<void>()
      const arrived = Promise.withResolvers<void>()
      const slow = createSweeper(
        watched(database, {
          wait: (call) => {
            if (call < last) return undefined
            arrived.resolve()
            return held.promise
          },
        }),
      )
      const sweeping = slow.sweep(minutes(0))
      await Promise.race([arrived.promise, sweeping])
      await createSweeper(database).sweep(minutes(3))
      held.resolve()
      await sweeping
      await finish()
      await expectGone(team, `overtaken at ${last}`)
    }
  })
})

describe('an organization in which the person was alone', () => {
  it('is deleted with everything in it', async () => {
    const eve = await signIn(service, { email: 'eve@example.com', displayName: 'Eve' })
    const { activeOrganizationId: organizationId } = await eve.api.getOrganizationContext()
    await createGoal(eve)
    await createToken(eve)
    await invite(eve, 'nobody@example.com')
    await eve.api.createWebhook({ body: { url: 'http://127.0.0.1:1024/hook' } })
    await eve.api.deleteAccount({ body: { password } })
    for (let pass = 0; pass < 6; pass++) await finish()
    const organizationKey = shortId(organizationId)
    const left = Object.values(await readTable(database)).flat<object[][]>()
    expect(left.filter((one) => 'organizationId' in one && one.organizationId === organizationId)).toEqual([])
    expect(left.filter((one) => 'organizationKey' in one && one.organizationKey === organizationKey)).toEqual(
      [],
    )
    expect(await deletionOf(eve)).toBeNull()
    expect(await findingsIn(database)).toEqual([])
  })

  it('belongs to whoever joined at the last moment, unseen', async () => {
    const eve = await signIn(service, { email: 'eva@example.com', displayName: 'Eva' })
    const { activeOrganizationId: organizationId } = await eve.api.getOrganizationContext()
    const dora = await signIn(service, { email: 'dora@example.com', displayName: 'Dora' })
    const { id: goalId } = await createGoal(eve)
    // As if the index had not shown her yet.
    await eve.api.deleteAccount({ body: { password } })
    const { userKey, ...user } = await userRecordOf(database, dora.userId)
    const joinedAt = clock.timestamp
    const membership = newMembership({ ...user, id: dora.userId }, organizationId, 'member', joinedAt)
    await writeRecords(database, membershipEntity, [membership])
    const organizationIds = [...user.organizationIds, organizationId]
    await changeRecord(database, userEntity, { userKey }, { set: { organizationIds } })
    expect(await findingsIn(database)).toEqual([])
    await finish()
    const { organizations } = await dora.api.getOrganizationContext()
    expect(organizations.find(({ id }) => id === organizationId)?.role).toBe('owner')
    await dora.api.switchOrganization({ body: { organizationId } })
    const { goal } = await dora.api.getGoal({ params: { goalId } })
    expect(goal.ownerUserId).toBeNull()
    expect(await findingsIn(database)).toEqual([])
  })
})
