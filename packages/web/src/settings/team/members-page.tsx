import { useActiveOrganization } from '../../accounts/session/session.ts'
import { Page } from '../../ui/page.tsx'
import { Invitations } from './invitations.tsx'
import { Members } from './members.tsx'
import { texts } from './texts.ts'

export function MembersPage() {
  const organization = useActiveOrganization()
  return (
    <Page title={texts.title} intro={texts.intro(organization.name)}>
      <Members key={organization.id} />
      <Invitations key={`invitations ${organization.id}`} />
    </Page>
  )
}
