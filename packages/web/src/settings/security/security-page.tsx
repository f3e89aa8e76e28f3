import { useQuery } from '@tanstack/react-query'
import { authConfigurationQuery } from '../../accounts/session/session.ts'
import { Page } from '../../ui/page.tsx'
import { ProviderAccountLink } from '../account/provider-account-link.tsx'
import { ChangePassword } from './change-password.tsx'
import { Sessions } from './sessions.tsx'
import { texts } from './texts.ts'

export function SecurityPage() {
  const { data: configuration } = useQuery(authConfigurationQuery)
  if (configuration?.method === 'redirect') {
    return (
      <Page
        title={texts.title}
        intro={
          <>
            {configuration.ownSessions ? texts.provider.ownSessions : texts.provider.theirSessions}{' '}
            <ProviderAccountLink {...configuration} />
          </>
        }
      >
        {configuration.ownSessions && <Sessions hasPassword={false} />}
      </Page>
    )
  }
  return (
    <Page title={texts.title}>
      <ChangePassword />
      <Sessions hasPassword />
    </Page>
  )
}
