import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { forgetLinkToken, useLinkToken } from '../../app/hooks/use-link-token.ts'
import { api } from '../../data/api/client.ts'
import { isApiError } from '../../data/api/failures/failures.ts'
import { laterSchema } from '../../data/api/later-schema.ts'
import { useSubmit } from '../../data/api/use-submit.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { PasswordField } from '../../ui/fields/password-field.tsx'
import { FrontPage } from '../../ui/front-page.tsx'
import { FailureNotice } from '../../ui/states/failure-notice.tsx'
import { useGoTo } from '../session/use-go-to.ts'
import { accountFormTexts } from '../sign-in/form/account-form-texts.ts'
import { texts as formTexts } from '../sign-in/form/texts.ts'
import { texts } from './texts.ts'

const schema = laterSchema(
  async () => (await import('@cairn/contract/schemas/people/auth')).passwordResetRequest,
)

/** Behind the link in an email. Opening it changes nothing: programs that scan emails open links, too. */
export function ResetPasswordPage() {
  const token = useLinkToken()
  if (!token) return <InvalidLink>{texts.invalid.incomplete}</InvalidLink>
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
    return <InvalidLink>{texts.invalid.expired}</InvalidLink>
  }
  return (
    <FrontPage title={texts.reset.title} intro={texts.reset.intro}>
      <form ref={form} noValidate className="space-y-5" onSubmit={(event) => void submit(event)}>
        <PasswordField
          label={texts.reset.password}
          value={password}
          onChange={setPassword}
          problem={problems.password}
          autoComplete="new-password"
          hint={formTexts.passwordHint}
        />
        <FailureNotice failure={failure} />
        <Button type="submit" variant="primary" className="w-full" busy={busy} busyText={texts.reset.busy}>
          {texts.reset.action}
        </Button>
      </form>
    </FrontPage>
  )
}

function InvalidLink({ children }: { children: string }) {
  return (
    <FrontPage key="invalid-link" title={texts.invalid.title} intro={children}>
      <div className="flex flex-col gap-3">
        <Link to="/forgot-password" className={buttonClass({ variant: 'primary' })}>
          {texts.invalid.newLink}
        </Link>
        <Link to="/sign-in" className={buttonClass()}>
          {texts.invalid.signIn}
        </Link>
      </div>
    </FrontPage>
  )
}
