import { afterAll } from 'vitest'
import { join } from '../../../../support/people/invite.ts'
import type { Browser } from '../../../../support/people/sign-in.ts'
import { startWithAda } from '../../../../support/people/start-with-ada.ts'
import { expectSoundTable } from '../../../../support/table/check-table.ts'

export const switchTo = ({ api }: Browser, organizationId: string) =>
  api.switchOrganization({ body: { organizationId } })

/** Acme, where Ada is the owner, Bob an admin and Cem a member. Each has an organization of their own too. */
export async function startAcme() {
  const { service, ada, send, signInAs } = await startWithAda()
  const bob = await signInAs('Bob')
  const cem = await signInAs('Cem')
  const { activeOrganizationId: acme } = await ada.api.createOrganization({ body: { name: 'Acme' } })
  await join(ada, bob, 'admin')
  await join(ada, cem)
  afterAll(async () => {
    await expectSoundTable(service.table.database)
  })
  return { service, send, ada, bob, cem, acme }
}
