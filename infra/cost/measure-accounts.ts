import type { Client } from '@cairn/contract/http/client'
import type { Measure } from './measure-what-changed.ts'

const password = 'correct horse battery'
const newPassword = 'another horse battery'

type Accounts = {
  anonymous: Client
  /** Registers and verifies somebody. */
  create(email: string): Promise<unknown>
  signIn(email: string): Promise<Client>
  /** The link of the latest email to an address. */
  linkTo(email: string): string
}

/** Measures what people do with their accounts, the last of it deleting one. */
export async function measureAccounts(
  measure: Measure,
  { anonymous, create, signIn, linkTo }: Accounts,
): Promise<void> {
  const email = 'cleo@example.com'
  await create(email)
  const cleo = await signIn(email)
  await cleo.getAuthSession()
  await measure('updateProfile', () =>
    cleo.updateProfile({ body: { displayName: 'Cleo', timeZone: 'Europe/Rome' } }),
  )
  await signIn(email)
  await signIn(email)
  const { sessions } = await measure('listSessions', () => cleo.listSessions())
  const sessionId = sessions.find(({ current }) => !current)?.id ?? ''
  await measure('endSession', () => cleo.endSession({ params: { sessionId } }))
  await measure('endOtherSessions', () => cleo.endOtherSessions())
  await measure('changePassword', () =>
    cleo.changePassword({ body: { currentPassword: password, newPassword } }),
  )
  await measure('changeEmail', () =>
    cleo.changeEmail({ body: { email: 'new@example.com', password: newPassword } }),
  )
  await measure('forgotPassword', () => anonymous.forgotPassword({ body: { email } }))
  const token = new URLSearchParams(new URL(linkTo(email)).hash.slice(1)).get('token') ?? ''
  await measure('resetPassword', () => anonymous.resetPassword({ body: { token, password } }))
  const again = await signIn(email)
  await measure('deleteAccount', () => again.deleteAccount({ body: { password } }))
}

/** Measures how an organization with two members changes hands, loses one of them, and is deleted. */
export async function measureEnd(
  measure: Measure,
  [owner, member]: [Client, Client],
  memberId: string,
): Promise<void> {
  const { user } = await owner.getAuthSession()
  await measure('changeOrganizationOwner', () =>
    owner.changeOrganizationOwner({ body: { userId: memberId, password } }),
  )
  await measure('removeOrganizationMember', () =>
    member.removeOrganizationMember({ params: { userId: user.id }, body: { reassignGoalsTo: null } }),
  )
  await measure('deleteOrganization', () => member.deleteOrganization({ body: { name: 'First' } }))
}
