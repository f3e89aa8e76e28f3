import { readPerson } from '@cairn/domain/accounts/notifications/person'
import { readRecord } from '@cairn/domain/storage/database/read-record'
import { accountDeletionEntity } from '@cairn/domain/storage/table/entities/due/account-deletion'
import { shortHash } from '@cairn/domain/storage/table/short-id'
import { afterEach, describe, expect, it } from 'vitest'
import { beginSession, logIn, password, tokensIn, verify } from '../../../../support/people/accounts.ts'
import { createToken, programWith } from '../../../../support/people/api-tokens.ts'
import { withCookie } from '../../../../support/people/clients.ts'
import { createGoal, reportOf } from '../../../../support/people/goals.ts'
import { invite, join } from '../../../../support/people/invite.ts'
import { emailsIn } from '../../../../support/people/logged-emails.ts'
import { giveOrganizations, userRecordOf } from '../../../../support/people/many-organizations.ts'
import { type Browser, signIn } from '../../../../support/people/sign-in.ts'
import { createSend, refusal } from '../../../../support/requests/exchange.ts'
import { outcomeOf } from '../../../../support/requests/outcomes.ts'
import { createClock } from '../../../../support/service/clock.ts'
import { proxied, proxyEnvironment } from '../../../../support/service/proxied.ts'
import { startTestService } from '../../../../support/service/service.ts'
import { stopAfterFile } from '../../../../support/stop-after-file.ts'
import { expectSoundTable } from '../../../../support/table/check-table.ts'

const clock = createClock()
const service = stopAfterFile(await startTestService({ clock: clock.read }))
const { database } = service.table
const send = createSend(service)

afterEach(() => expectSoundTable(database))

let people = 0
const newPerson = (displayName: string) =>
  signIn(service, { email: `${displayName}${++people}@example.com`.toLowerCase(), displayName })
const remove = ({ api }: Pick<Browser, 'api'>, secret = password) =>
  api.deleteAccount({ body: { password: secret } })
const namesFor = async ({ api }: Browser) =>
  (await api.listOrganizationMembers()).members.map(({ displayName }) => displayName)
const kindsTo = (email: string) => emailsIn(service.lines, email).map(({ kind }) => kind)
const deletionOf = ({ userId }: Browser) =>
  readRecord(database, accountDeletionEntity, { personKey: shortHash(userId) })

/** Does what is due, also what waits for a minute. */
async function finish() {
  await service.sweep()
  for (let pass = 0; pass < 3; pass++) {
    clock.advance({ milliseconds: 180_000 })
    await service.sweep()
  }
}

/** Ada owns an organization in which Bob works. */
async function startTeam() {
  const [ada, bob] = [await newPerson('Ada'), await newPerson('Bob')]
  await join(ada, bob)
  return { ada, bob }
}

describe('deleting the account', () => {
  it('204s with the right password, deletes the cookie, and sends one email', async () => {
    const ada = await newPerson('Ada')
    const response = await createSend(service, { cookie: ada.cookie })('DELETE', '/v1/auth/account', {
      body: { password },
    })
    expect(response.status).toBe(204)
    expect(response.headers.getSetCookie().join()).toContain('Max-Age=0')
    await finish()
    expect(kindsTo(ada.email)).toEqual(['email_verification', 'account_deleted'])
  })

  it('401s a wrong password, and nothing ends', async () => {
    const { ada, bob } = await startTeam()
    expect(await outcomeOf(remove(bob, 'not the password'))).toBe('401 invalid_credentials')
    expect(await namesFor(bob)).toEqual(['Ada', 'Bob'])
    expect(await logIn(send, bob.email)).toMatchObject({ status: 200 })
    expect(await namesFor(ada)).toEqual(['Ada', 'Bob'])
  })

  it('409s who owns an organization with others in it, until it is handed over', async () => {
    const { ada, bob } = await startTeam()
    expect(await outcomeOf(remove(ada))).toBe('409 sole_owner')
    expect(await namesFor(ada)).toEqual(['Ada', 'Bob'])
    await ada.api.changeOrganizationOwner({ body: { userId: bob.userId, password } })
    await remove(ada)
    expect(await namesFor(bob)).toEqual(['Bob'])
  })

  it('409s an owner whose active organization is another', async () => {
    const { ada } = await startTeam()
    await ada.api.createOrganization({ body: { name: 'Alone' } })
    expect(await outcomeOf(remove(ada))).toBe('409 sole_owner')
  })

  it('ends all sessions, tokens, links and emails at once', async () => {
    const { bob } = await startTeam()
    const other = withCookie(service, await beginSession(service, bob.email))
    const program = programWith(service, await createToken(bob))
    await send('POST', '/v1/auth/password/forgot', { body: { email: bob.email } })
    await bob.api.changeEmail({ body: { email: `new.${bob.email}`, password } })
    await bob.api.updateNotificationPreferences({ body: { weeklyDigest: true } })
    await remove(bob)
    for (const api of [bob.api, other]) {
      expect(await outcomeOf(api.getAuthSession())).toBe('401 unauthorized')
      expect(await outcomeOf(api.listGoals())).toBe('401 unauthorized')
    }
    expect(await outcomeOf(program.listGoals())).not.toBe('ok')
    expect(await logIn(send, bob.email)).toMatchObject(refusal('invalid_credentials'))
    const [reset = ''] = tokensIn(service, bob.email, 'password_reset')
    const [change = ''] = tokensIn(service, `new.${bob.email}`, 'email_change')
    const body = { token: reset, password: 'another horse battery' }
    expect(await send('POST', '/v1/auth/password/reset', { body })).toMatchObject(
      refusal('invalid_or_expired_token'),
    )
    expect(await verify(send, change)).toMatchObject(refusal('invalid_or_expired_token'))
    expect(await readPerson(database, bob.userId)).toBeNull()
  })

  it('takes the name out of the lists at once, and leaves goals without an owner', async () => {
    const { ada, bob } = await startTeam()
    const { id: goalId } = await createGoal(bob)
    await bob.api.createGoalUpdate({ params: { goalId }, body: reportOf('Halfway') })
    await remove(bob)
    expect(await namesFor(ada)).toEqual(['Ada'])
    await finish()
    expect((await ada.api.getGoal({ params: { goalId } })).goal.ownerUserId).toBeNull()
    const { updates } = await ada.api.listGoalUpdates({ params: { goalId } })
    expect(updates.at(-1)).toMatchObject({ summary: 'Halfway', authorityUserId: bob.userId })
  })

  it('records that the member left, and the audit log shows no name', async () => {
    const { ada, bob } = await startTeam()
    clock.advance({ milliseconds: 1 })
    await remove(bob)
    clock.advance({ milliseconds: 1 })
    await finish()
    const { events } = await ada.api.listEvents()
    expect(events.at(-1)).toMatchObject({
      type: 'member.left',
      authorityUserId: bob.userId,
      data: { userId: bob.userId, role: 'member' },
    })
    const { entries } = await ada.api.listAuditEntries({ query: { userId: bob.userId } })
    expect(entries.slice(0, 2).map(({ action, actor }) => [action, actor.displayName])).toEqual([
      ['member.left', null],
      ['account.deleted', null],
    ])
    expect(JSON.stringify(await userRecordOf(database, bob.userId))).not.toMatch(/Bob|bob/)
  })

  it('frees the address for a new user, for whom nothing of the former comes to life', async () => {
    const { ada, bob } = await startTeam()
    const { token } = await invite(ada, bob.email.replace('bob', 'eve'))
    const program = programWith(service, await createToken(bob))
    await bob.api.changeEmail({ body: { email: `new.${bob.email}`, password } })
    const [change = ''] = tokensIn(service, `new.${bob.email}`, 'email_change')
    await remove(bob)
    const again = await signIn(service, { email: bob.email, displayName: 'Bea' })
    expect(again.userId).not.toBe(bob.userId)
    expect((await again.api.getAuthSession()).organizations.map(({ name }) => name)).toEqual(['Bea'])
    expect(await outcomeOf(bob.api.getAuthSession())).toBe('401 unauthorized')
    expect(await outcomeOf(program.listGoals())).not.toBe('ok')
    expect(await verify(send, change)).toMatchObject(refusal('invalid_or_expired_token'))
    expect(await outcomeOf(again.api.acceptOrganizationInvitation({ body: { token } }))).toBe(
      '403 invitation_email_mismatch',
    )
    await finish()
    expect(await outcomeOf(again.api.listGoals())).toBe('ok')
    expect(await namesFor(ada)).toEqual(['Ada'])
  })

  it('makes the invitations of an admin void', async () => {
    const { ada, bob } = await startTeam()
    await ada.api.updateOrganizationMemberRole({ params: { userId: bob.userId }, body: { role: 'admin' } })
    const cem = await newPerson('Cem')
    const { token } = await invite(bob, cem.email)
    await remove(bob)
    expect(await outcomeOf(cem.api.acceptOrganizationInvitation({ body: { token } }))).toBe(
      '404 invitation_not_found',
    )
  })

  it('ends membership in 100 organizations before it answers', async () => {
    const ada = await newPerson('Ada')
    await giveOrganizations(database, ada.userId, 99)
    const program = programWith(service, await createToken(ada))
    await remove(ada)
    expect(await outcomeOf(program.listGoals())).not.toBe('ok')
    expect((await userRecordOf(database, ada.userId)).organizationIds).toEqual([])
    expect((await deletionOf(ada))?.organizations).toHaveLength(100)
  })
})

it('404s where the account belongs to a provider', async () => {
  const elsewhere = await startTestService({ environment: proxyEnvironment, clock: clock.read })
  try {
    const user = { id: 'proxy:ada', displayName: 'Ada', email: 'ada@example.com' }
    const { api } = proxied(elsewhere, user, clock.read)
    expect(await outcomeOf(remove({ api }))).toBe('404 not_found')
  } finally {
    await elsewhere.stop()
  }
})
