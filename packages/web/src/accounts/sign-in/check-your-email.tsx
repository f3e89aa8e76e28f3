import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../data/api/client.ts'
import { fill } from '../../language/fill.tsx'
import { Button } from '../../ui/button.tsx'
import { FrontPage } from '../../ui/front-page.tsx'
import { FailureNotice } from '../../ui/states/failure-notice.tsx'
import { Notice } from '../../ui/states/notice.tsx'
import { NewestEmail, useMailbox } from './mailbox/mailbox-link.tsx'
import { texts } from './texts.ts'

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
    <FrontPage title={texts.checkEmail.title}>
      <div className="space-y-5">
        <MailCheck className="size-9 text-accent" aria-hidden="true" />
        <p>
          {fill(texts.checkEmail.sent, {
            email: <strong className="font-semibold wrap-anywhere">{email}</strong>,
          })}
        </p>
        <NewestEmail />
        {!isHere && <p className="text-ink-soft">{texts.checkEmail.none}</p>}
        {state === 'sent' && <Notice tone="good">{texts.checkEmail.sentAgain}</Notice>}
        <FailureNotice failure={failure} onRetry={() => void sendAgain()} />
        <div className="flex flex-col gap-3 sm:flex-row">
          <Button busy={state === 'sending'} onClick={() => void sendAgain()}>
            {texts.checkEmail.sendAgain}
          </Button>
          <Button variant="quiet" onClick={onBack}>
            {texts.checkEmail.otherAddress}
          </Button>
        </div>
      </div>
    </FrontPage>
  )
}
