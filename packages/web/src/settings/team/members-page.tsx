import { useActiveOrganization } from '../../session/session.ts'
import { Page } from '../../ui/page.tsx'
import { Invitations } from './invitations.tsx'
import { Members } from './members.tsx'

export function MembersPage() {
  const organization = useActiveOrganization()
  return (
    <Page title="Members" intro={`The members of ${organization.name} and their roles.`}>
      <Members key={organization.id} />
      <Invitations key={`invitations ${organization.id}`} />
    </Page>
  )
}
