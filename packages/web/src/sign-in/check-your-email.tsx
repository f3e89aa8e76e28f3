import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { Button } from '../ui/button.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { FrontPage } from '../ui/front-page.tsx'
import { Notice } from '../ui/notice.tsx'
import { NewestEmail, useMailbox } from './mailbox-link.tsx'

type CheckYourEmailProps = { email: string; onBack: () => void }

/** Shown after registering. */
export function CheckYourEmail({ email, onBack }: CheckYourEmailProps) {
  const [state, setState] = useState<'waiting' | 'sending' | 'sent'>('waiting')
  const [failure, setFailure] = useState<unknown>()
  const isHere = useMailbox() !== undefined

  async function sendAgain(): Promise<void> {
    setState('sending')
    setFailure(undefined)
    try {
      await api.resendEmailVerification({ body: { email } })
      setState('sent')
    } catch (error) {
      setFailure(error)
      setState('waiting')
    }
  }

  return (
    <FrontPage title="Check your email">
      <div className="space-y-5">
        <MailCheck className="size-9 text-accent" aria-hidden="true" />
        <p>
          We sent an email to <strong className="font-semibold">{email}</strong>. Open its link in this
          browser to verify your address, then sign in. The link is valid for 24 hours.
        </p>
        <NewestEmail />
        {!isHere && <p className="text-ink-soft">No email? Check your spam folder, or send it again.</p>}
        {state === 'sent' && (
          <Notice tone="good">Email sent again. Only the link in the newest email works.</Notice>
        )}
        <FailureNotice failure={failure} onRetry={() => void sendAgain()} />
        <div className="flex flex-col gap-3 sm:flex-row">
          <Button busy={state === 'sending'} onClick={() => void sendAgain()}>
            Send again
          </Button>
          <Button variant="quiet" onClick={onBack}>
            Use another address
          </Button>
        </div>
      </div>
    </FrontPage>
  )
}
