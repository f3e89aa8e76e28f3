import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { isApiError } from '../api/failures.ts'
import { laterSchema } from '../api/later-schema.ts'
import { useSubmit } from '../api/use-submit.ts'
import { forgetLinkToken, useLinkToken } from '../app/use-link-token.ts'
import { useGoTo } from '../session/return-to.ts'
import { accountFormTexts } from '../sign-in/account-form-texts.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { PasswordField } from '../ui/fields/password-field.tsx'
import { FrontPage } from '../ui/front-page.tsx'

const schema = laterSchema(async () => (await import('@cairn/contract/schemas/auth')).passwordResetRequest)

/** Behind the link in an email. Opening it changes nothing: programs that scan emails open links, too. */
export function ResetPasswordPage() {
  const token = useLinkToken()
  if (!token) return <InvalidLink>The link seems to be incomplete. Open it again from the email.</InvalidLink>
  return <NewPassword key={token} token={token} />
}

function NewPassword({ token }: { token: string }) {
  const goTo = useGoTo()
  const [password, setPassword] = useState('')
  const { form, problems, failure, busy, submit } = useSubmit({
    schema,
    body: { token, password },
    texts: accountFormTexts,
    send: async (body) => {
      const { redirectTo } = await api.resetPassword({ body })
      forgetLinkToken()
      await goTo(redirectTo)
    },
  })
  if (isApiError(failure, 'invalid_or_expired_token')) {
    return (
      <InvalidLink>
        It has already been used, is older than 1 hour, or was replaced by a newer link.
      </InvalidLink>
    )
  }
  return (
    <FrontPage
      title="Choose a new password"
      intro="It signs you out everywhere. API tokens and connected programs keep their access."
    >
      <form ref={form} noValidate className="space-y-5" onSubmit={(event) => void submit(event)}>
        <PasswordField
          label="New password"
          value={password}
          onChange={setPassword}
          problem={problems.password}
          autoComplete="new-password"
          hint="At least 12 characters. A few random words are easier to remember than symbols."
        />
        <FailureNotice failure={failure} />
        <Button type="submit" variant="primary" className="w-full" busy={busy} busyText="Changing">
          Change password
        </Button>
      </form>
    </FrontPage>
  )
}

function InvalidLink({ children }: { children: string }) {
  return (
    <FrontPage key="invalid-link" title="This link does not work" intro={children}>
      <div className="flex flex-col gap-3">
        <Link to="/forgot-password" className={buttonClass({ variant: 'primary' })}>
          Send a new link
        </Link>
        <Link to="/sign-in" className={buttonClass()}>
          Sign in
        </Link>
      </div>
    </FrontPage>
  )
}
