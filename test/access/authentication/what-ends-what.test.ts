/** The table "What ends what" in `packages/lambda/src/auth/README.md`, cell by cell. */
import type { Client } from '@cairn/contract/http/client'
import { endSessionsOf } from '@cairn/domain/accounts/auth/sessions/end-all-sessions'
import { describe, expect, it } from 'vitest'
import {
  beginSession,
  password,
  preview,
  register,
  tokensIn,
  verificationTokens,
} from '../../support/people/accounts.ts'
import { createToken, programWith } from '../../support/people/api-tokens.ts'
import { withCookie } from '../../support/people/clients.ts'
import { join } from '../../support/people/invite.ts'
import { sessionIdOf } from '../../support/people/sessions.ts'
import { signIn } from '../../support/people/sign-in.ts'
import { createSend } from '../../support/requests/exchange.ts'
import { responseTo } from '../../support/requests/outcomes.ts'
import { connect, me } from '../../support/requests/program.ts'
import { startTestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { tableBelow } from './support/readme-table.ts'

const service = stopAfterFile(await startTestService())
const send = createSend(service)
const newPassword = 'another horse battery'

const [heading = [], ...rows] = tableBelow('## What ends what')
const things = heading.slice(1)

let people = 0

/** A verified person with everything that can end, and an unverified account with a verification link. */
async function createScene() {
  const email = `person${++people}@example.com`
  const person = await signIn(service, { email, displayName: 'Ada' })
  const other = await beginSession(service, email)
  const token = await createToken(person)
  const program = programWith(service, token)
  const { activeOrganizationId: organizationId } = await person.api.getAuthSession()
  const { tokens } = await connect(service.origin, person, { organizationId, scopes: ['goals:read'] })
  await send('POST', '/v1/auth/password/forgot', { body: { email } })
  const resetToken = tokensIn(service, email, 'password_reset').at(-1) ?? ''
  const newcomer = `new${people}@example.com`
  await register(send, { email: newcomer, displayName: 'New' })
  const [verification = ''] = verificationTokens(service, newcomer)
  return {
    email,
    person,
    other,
    token,
    program,
    granted: tokens.access_token,
    resetToken,
    newcomer,
    verification,
  }
}
type Scene = Awaited<ReturnType<typeof createScene>>

/** Makes somebody else the owner of the person's organization. */
async function handOver({ person }: Pick<Scene, 'person'>) {
  const successor = await signIn(service, { email: `successor${++people}@example.com`, displayName: 'Bob' })
  await join(person, successor)
  await person.api.changeOrganizationOwner({ body: { userId: successor.userId, password } })
  return successor
}

const removeMember = (api: Client, userId: string) =>
  api.removeOrganizationMember({ params: { userId }, body: { reassignGoalsTo: null } })

const causes: Record<string, (scene: Scene) => Promise<unknown>> = {
  'sign out': ({ person }) => person.api.logout(),
  'sign in again in the same browser': ({ person, email }) =>
    send('POST', '/v1/auth/login', { body: { email, password }, headers: { cookie: person.cookie } }),
  'change the password': ({ person }) =>
    person.api.changePassword({ body: { currentPassword: password, newPassword } }),
  'reset the password': async ({ email, newcomer }) => {
    for (const address of [email, newcomer]) {
      await send('POST', '/v1/auth/password/forgot', { body: { email: address } })
      const token = tokensIn(service, address, 'password_reset').at(-1)
      await send('POST', '/v1/auth/password/reset', { body: { token, password: newPassword } })
    }
  },
  'end one session in the list': ({ person, other }) =>
    person.api.endSession({ params: { sessionId: sessionIdOf({ cookie: other }) } }),
  'end all other sessions': ({ person }) => person.api.endOtherSessions(),
  'change the email address': async ({ person, email }) => {
    const address = `changed.${email}`
    await person.api.changeEmail({ body: { email: address, password } })
    const [token = ''] = tokensIn(service, address, 'email_change')
    await send('POST', '/v1/auth/verify-email', { body: { token } })
  },
  'ask for another reset link': ({ email }) => send('POST', '/v1/auth/password/forgot', { body: { email } }),
  'ask for another verification link': ({ newcomer }) =>
    send('POST', '/v1/auth/verify-email/resend', { body: { email: newcomer } }),
  'revoke the token, also as an administrator': ({ person, token: { id } }) =>
    person.api.revokeOrganizationApiToken({ params: { apiTokenId: id } }),
  'rotate the token, without an overlap': ({ person, token: { id } }) =>
    person.api.rotateApiToken({ params: { apiTokenId: id }, body: { overlapHours: 0 } }),
  'end the grant of a program': async ({ person }) => {
    const [grant] = (await person.api.listOAuthGrants()).grants
    await person.api.endOAuthGrant({ params: { grantId: grant?.id ?? '' } })
  },
  '`npm run end-sessions`, by whoever runs the service': ({ email }) =>
    endSessionsOf(service.table.database, email),
  'hand the organization over': handOver,
  'leave the organization': async ({ person }) => {
    await handOver({ person })
    await removeMember(person.api, person.userId)
  },
  'delete the organization': async ({ person }) => {
    const { activeOrganizationId, organizations } = await person.api.getOrganizationContext()
    const name = organizations.find(({ id }) => id === activeOrganizationId)?.name ?? ''
    await person.api.deleteOrganization({ body: { name } })
  },
  'be removed from the organization': async ({ person }) => {
    const owner = await handOver({ person })
    await removeMember(owner.api, person.userId)
  },
  'delete the account': ({ person }) => person.api.deleteAccount({ body: { password } }),
}

const sessionWorks = async (cookie: string) =>
  (await responseTo(withCookie(service, cookie).getAuthSession())).outcome === 'ok'

const isAlive: Record<string, (scene: Scene) => Promise<boolean>> = {
  'this session': ({ person }) => sessionWorks(person.cookie),
  'other sessions': ({ other }) => sessionWorks(other),
  'reset link': async ({ resetToken: token }) =>
    (await send('POST', '/v1/auth/password/reset', { body: { token, password: newPassword } })).status ===
    200,
  'verification link': async ({ verification }) => (await preview(send, verification)).status === 200,
  grants: async ({ granted }) => (await me(service.origin, granted)).status === 200,
  'API tokens': async ({ program }) => (await responseTo(program.listGoals())).outcome === 'ok',
}

it('has a cause and a thing for every row and column', () => {
  expect(rows.map(([cause]) => cause).sort()).toEqual(Object.keys(causes).sort())
  expect([...things].sort()).toEqual(Object.keys(isAlive).sort())
})

describe.each(rows)('%s', (cause = '', ...cells) => {
  it('ends what the table says, and nothing else', async () => {
    const scene = await createScene()
    await causes[cause]?.(scene)
    // The reset link last: using it ends the rest.
    const order = [...things].sort((one, two) => Number(one === 'reset link') - Number(two === 'reset link'))
    const found = new Map<string, string>()
    for (const thing of order) found.set(thing, (await isAlive[thing]?.(scene)) ? '–' : 'ends')
    expect(things.map((thing) => found.get(thing))).toEqual(cells)
  })
})
