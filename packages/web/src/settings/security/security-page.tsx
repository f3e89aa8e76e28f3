import { useQuery } from '@tanstack/react-query'
import { authConfigurationQuery } from '../../session/session.ts'
import { Page } from '../../ui/page.tsx'
import { ProviderAccountLink } from '../account/provider-account-link.tsx'
import { ChangePassword } from './change-password.tsx'
import { Sessions } from './sessions.tsx'

export function SecurityPage() {
  const { data: configuration } = useQuery(authConfigurationQuery)
  if (configuration?.method === 'redirect') {
    return (
      <Page
        title="Security"
        intro={
          <>
            {configuration.ownSessions
              ? 'You sign in with your organization’s own account. Change its password there, not in Cairn.'
              : 'You sign in with your organization’s own account. Its password and its sessions are changed there, not in Cairn.'}{' '}
            <ProviderAccountLink {...configuration} />
          </>
        }
      >
        {configuration.ownSessions && <Sessions hasPassword={false} />}
      </Page>
    )
  }
  return (
    <Page title="Security">
      <ChangePassword />
      <Sessions hasPassword />
    </Page>
  )
}
