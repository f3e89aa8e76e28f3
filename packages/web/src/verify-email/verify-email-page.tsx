import { emailVerificationRequest } from '@cairn/contract/schemas/auth'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { api } from '../api/client.ts'
import { isApiError } from '../api/failures.ts'
import { useSubmit } from '../api/use-submit.ts'
import { useGoTo } from '../session/return-to.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { FrontPage } from '../ui/front-page.tsx'

/** Outlives a second rendering of the page, which finds the fragment gone already. */
let tokenOfThisVisit: string | undefined

/** Takes the token out of the address and of the history at once: neither may give it away later. */
function takeToken(): string | undefined {
  const token = new URLSearchParams(location.hash.slice(1)).get('token')
  if (token) tokenOfThisVisit = token
  if (location.hash) history.replaceState(history.state, '', location.pathname + location.search)
  return tokenOfThisVisit
}

/**
 * Sends the token only when the person says so: programs that open links in mails must not use it up (service
 * document, section 5, built-in email provider).
 */
export function VerifyEmailPage() {
  const [token, setToken] = useState(takeToken)
  const goTo = useGoTo()
  const { form, failure, busy, submit } = useSubmit({
    schema: emailVerificationRequest,
    body: { token: token ?? '' },
    words: {},
    send: async (body) => {
      const { redirectTo } = await api.verifyEmail({ body })
      tokenOfThisVisit = undefined
      await goTo(redirectTo)
    },
  })
  useEffect(() => {
    // Another link opened in the same tab changes the fragment only, without loading the page.
    const take = () => setToken(takeToken())
    addEventListener('hashchange', take)
    return () => removeEventListener('hashchange', take)
  }, [])

  const isDead = isApiError(failure, 'invalid_or_expired_token')
  if (!token || isDead) {
    return (
      <FrontPage
        title="This link does not work"
        intro={
          isDead
            ? 'It has been used already, is older than 24 hours, or was replaced by a newer one.'
            : 'It seems to be incomplete. Open it once more from the message.'
        }
      >
        <div className="flex flex-col gap-3">
          <Link to="/sign-in" className={buttonClass({ look: 'primary' })}>
            Sign in
          </Link>
          <Link to="/sign-in" search={{ mode: 'register' }} className={buttonClass()}>
            Register again for a new link
          </Link>
        </div>
      </FrontPage>
    )
  }
  return (
    <FrontPage title="Verify your address" intro="One press, and your account is ready to use.">
      <form ref={form} className="space-y-5" noValidate onSubmit={(event) => void submit(event)}>
        <FailureNotice failure={failure} />
        <Button type="submit" look="primary" className="w-full" busy={busy} busyText="Verifying">
          Verify my address
        </Button>
      </form>
    </FrontPage>
  )
}
