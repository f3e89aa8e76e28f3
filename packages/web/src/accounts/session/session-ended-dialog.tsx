import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialogs/dialog.tsx'
import { FailureNotice } from '../../ui/states/failure-notice.tsx'
import { Notice } from '../../ui/states/notice.tsx'
import { SignInForm } from '../sign-in/form/sign-in-form.tsx'
import { authConfigurationQuery, refetchSession, useSession } from './session.ts'
import { reportSessionBack, useSessionEnded } from './session-end.ts'
import { texts } from './texts.ts'

/** Lets the person sign in again without leaving the page and losing what they typed. */
export function SessionEndedDialog() {
  const ended = useSessionEnded()
  const { user } = useSession()
  const { data: configuration } = useQuery({ ...authConfigurationQuery, enabled: ended })
  const [stillEnded, setStillEnded] = useState(false)
  const [failure, setFailure] = useState<unknown>()

  async function continueSession(): Promise<void> {
    setStillEnded(false)
    setFailure(undefined)
    try {
      if (await refetchSession()) reportSessionBack()
      else setStillEnded(true)
    } catch (error) {
      setFailure(error)
    }
  }

  return (
    <Dialog
      open={ended}
      onOpenChange={() => {}}
      closable={false}
      title={texts.ended.title}
      description={texts.ended.text}
    >
      <div className="space-y-5">
        {configuration?.method === 'redirect' ? (
          <>
            {stillEnded && <Notice tone="info">{texts.notYet}</Notice>}
            <DialogActions>
              <Button onClick={() => void continueSession()}>{texts.haveSignedIn}</Button>
              <a
                href="/v1/auth/login"
                target="_blank"
                rel="noreferrer"
                className={buttonClass({ variant: 'primary' })}
              >
                {texts.openSignIn}
              </a>
            </DialogActions>
          </>
        ) : (
          <>
            {stillEnded && <Notice tone="bad">{texts.allowCookies}</Notice>}
            <SignInForm email={user.email} onSignedIn={continueSession} />
          </>
        )}
        <FailureNotice failure={failure} onRetry={() => void continueSession()} />
      </div>
    </Dialog>
  )
}
