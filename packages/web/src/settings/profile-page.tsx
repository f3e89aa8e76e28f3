import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { authConfigurationQuery, useSession } from '../session/session.ts'
import { useSignOut } from '../session/use-sign-out.ts'
import { Button } from '../ui/button.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { Card, Page } from '../ui/page.tsx'
import { EmailForm } from './profile/email-form.tsx'
import { NameForm } from './profile/name-form.tsx'

export function ProfilePage() {
  const { user, organizations } = useSession()
  const signOut = useSignOut()
  const { data: configuration } = useQuery(authConfigurationQuery)
  const ownsAccount = configuration?.method === 'email'
  const [failure, setFailure] = useState<unknown>()
  return (
    <Page
      title="Profile"
      intro={
        ownsAccount
          ? undefined
          : 'Your name and email address come from your organization’s own account. Change them there.'
      }
    >
      <Card className="max-w-2xl py-2!">
        <Facts>
          <Fact term="Name">{user.displayName}</Fact>
          <Fact term="Email address">{user.email}</Fact>
          <Fact term="Organizations">
            <ul>
              {organizations.map(({ id, name, role }) => (
                <li key={id}>
                  {name} <span className="text-ink-faint">({role})</span>
                </li>
              ))}
            </ul>
          </Fact>
          <Fact term="User ID">
            <code className="text-sm text-ink-soft">{user.id}</code>
          </Fact>
        </Facts>
      </Card>
      {ownsAccount && (
        <>
          <NameForm key={user.displayName} name={user.displayName} />
          <EmailForm />
        </>
      )}
      <FailureNotice failure={failure} className="max-w-2xl" />
      <Button
        onClick={() => {
          setFailure(undefined)
          signOut().catch(setFailure)
        }}
      >
        Sign out
      </Button>
    </Page>
  )
}
