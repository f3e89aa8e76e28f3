import { afterAll } from 'vitest'
import { type Invited, join, type Person } from '../../../../support/people/invite.ts'
import { startWithAda } from '../../../../support/people/start-with-ada.ts'
import { outcomeOf } from '../../../../support/requests/outcomes.ts'
import type { TestServiceOptions } from '../../../../support/service/service.ts'
import { expectSoundSharing } from '../../../../support/table/check-sharing.ts'

export const invitationsPath = '/v1/organizations/current/invitations'

let guests = 0

/** An address that has not been invited. */
export const guest = () => `guest${++guests}@example.com`

export const accept = ({ api }: Person, { token }: Pick<Invited, 'token'>) =>
  outcomeOf(api.acceptOrganizationInvitation({ body: { token } }))
export const revoke = ({ api }: Person, { id }: Pick<Invited, 'id'>) =>
  outcomeOf(api.revokeOrganizationInvitation({ params: { invitationId: id } }))
export const pending = async ({ api }: Person) => (await api.listOrganizationInvitations()).invitations

/** Acme, whose owner is Ada, with the admin Bob and the member Cem. */
export async function startHosts(options?: TestServiceOptions) {
  const { service, ada, send, signInAs } = await startWithAda(options)
  const bob = await signInAs('Bob')
  const cem = await signInAs('Cem')
  const acme = await join(ada, bob, 'admin')
  await join(ada, cem)
  afterAll(async () => {
    await expectSoundSharing(service.table.database)
  })
  /** Creates another organization of Ada's, which becomes active. */
  const newOrganization = async () =>
    (await ada.api.createOrganization({ body: { name: 'Orchard' } })).activeOrganizationId
  const backToAcme = () => ada.api.switchOrganization({ body: { organizationId: acme } })
  return { service, send, signInAs, ada, bob, cem, acme, newOrganization, backToAcme }
}
