import type { UnsubscribableKind } from '@cairn/contract/schemas/notifications'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { personApi } from '../api/client.ts'
import { isApiError } from '../api/failures.ts'
import { useLinkToken } from '../app/use-link-token.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { FrontPage } from '../ui/front-page.tsx'

const outcomes: Record<UnsubscribableKind, { title: string; sentence: string }> = {
  reminders: {
    title: 'No more reminders',
    sentence: 'Cairn no longer emails you about late reports and deadlines.',
  },
  weekly_digest: {
    title: 'No more weekly digest',
    sentence: 'Cairn no longer emails you the digest on Mondays.',
  },
}

/** Behind the link in an email. It asks first, because programs that scan emails open links, too. */
export function UnsubscribePage() {
  const token = useLinkToken()
  if (!token) return <InvalidLink />
  return <Unsubscribe key={token} token={token} />
}

function Unsubscribe({ token }: { token: string }) {
  const [ended, setEnded] = useState<UnsubscribableKind>()
  const [failure, setFailure] = useState<unknown>()
  const [busy, setBusy] = useState(false)

  async function unsubscribe(): Promise<void> {
    setBusy(true)
    setFailure(undefined)
    try {
      setEnded((await personApi.unsubscribe({ query: { token } })).unsubscribed)
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }

  if (isApiError(failure) && failure.status === 400) return <InvalidLink />
  if (ended) {
    const { title, sentence } = outcomes[ended]
    return (
      <FrontPage key="done" title={title} intro={sentence}>
        <Preferences>Change this, or see your other emails:</Preferences>
      </FrontPage>
    )
  }
  return (
    <FrontPage
      title="Stop these emails?"
      intro="You will no longer get emails like the one that you came from. Your account and your goals stay as they are."
    >
      <div className="space-y-5">
        <FailureNotice failure={failure} />
        <Button variant="primary" className="w-full" busy={busy} onClick={() => void unsubscribe()}>
          Unsubscribe
        </Button>
        <Preferences>Or choose which emails you get:</Preferences>
      </div>
    </FrontPage>
  )
}

function Preferences({ children }: { children: ReactNode }) {
  return (
    <div className="space-y-3">
      <p className="text-ink-soft">{children}</p>
      <Link to="/settings/notifications" className={buttonClass({}, 'w-full')}>
        Notification settings
      </Link>
    </div>
  )
}

function InvalidLink() {
  return (
    <FrontPage
      key="invalid-link"
      title="This link does not work"
      intro="It seems to be incomplete. Open it again from the email."
    >
      <Preferences>Or sign in and choose which emails you get:</Preferences>
    </FrontPage>
  )
}
