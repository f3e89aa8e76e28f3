import { useState } from 'react'
import { useSession } from '../session/session.ts'
import { useSignOut } from '../session/use-sign-out.ts'
import { Button } from '../ui/button.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { Card, Page } from '../ui/page.tsx'

export function ProfilePage() {
  const { user, organizations } = useSession()
  const signOut = useSignOut()
  const [failure, setFailure] = useState<unknown>()
  return (
    <Page title="Profile" intro="You cannot change your name or email address here.">
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
