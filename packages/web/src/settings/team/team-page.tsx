import { useActiveOrganization } from '../../session/session.ts'
import { Page } from '../../ui/page.tsx'
import { Invitations } from './invitations.tsx'
import { Members } from './members.tsx'

export function TeamPage() {
  const organization = useActiveOrganization()
  return (
    <Page title="Team" intro={`Who works on the goals of ${organization.name}.`}>
      <Members key={organization.id} />
      <Invitations key={`invitations ${organization.id}`} />
    </Page>
  )
}
