import type { UnsubscribableKind } from '@cairn/contract/schemas/people/notifications'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useLinkToken } from '../../app/hooks/use-link-token.ts'
import { personApi } from '../../data/api/client.ts'
import { isApiError } from '../../data/api/failures/failures.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { FrontPage } from '../../ui/front-page.tsx'
import { FailureNotice } from '../../ui/states/failure-notice.tsx'
import { texts } from './texts.ts'

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
    const { title, sentence } = texts.outcomes[ended]
    return (
      <FrontPage key="done" title={title} intro={sentence}>
        <Preferences>{texts.change}</Preferences>
      </FrontPage>
    )
  }
  return (
    <FrontPage title={texts.title} intro={texts.intro}>
      <div className="space-y-5">
        <FailureNotice failure={failure} />
        <Button variant="primary" className="w-full" busy={busy} onClick={() => void unsubscribe()}>
          {texts.action}
        </Button>
        <Preferences>{texts.orChoose}</Preferences>
      </div>
    </FrontPage>
  )
}

function Preferences({ children }: { children: ReactNode }) {
  return (
    <div className="space-y-3">
      <p className="text-ink-soft">{children}</p>
      <Link to="/settings/notifications" className={buttonClass({}, 'w-full')}>
        {texts.settings}
      </Link>
    </div>
  )
}

function InvalidLink() {
  return (
    <FrontPage key="invalid-link" title={texts.invalid.title} intro={texts.invalid.text}>
      <Preferences>{texts.invalid.orSignIn}</Preferences>
    </FrontPage>
  )
}
