import { emailChangeRequest } from '@cairn/contract/schemas/people/auth'
import { useState } from 'react'
import { useSession } from '../../accounts/session/session.ts'
import { accountFormTexts } from '../../accounts/sign-in/form/account-form-texts.ts'
import { MailboxLink } from '../../accounts/sign-in/mailbox/mailbox-link.tsx'
import { personApi } from '../../data/api/client.ts'
import { isApiError } from '../../data/api/failures/failures.ts'
import { useSubmit } from '../../data/api/use-submit.ts'
import { fill } from '../../language/fill.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields/field.tsx'
import { PasswordField } from '../../ui/fields/password-field.tsx'
import { Card, SectionTitle } from '../../ui/page.tsx'
import { FailureNotice } from '../../ui/states/failure-notice.tsx'
import { Notice } from '../../ui/states/notice.tsx'
import { texts } from './texts.ts'

const empty = { email: '', password: '' }

export function EmailForm() {
  const { user } = useSession()
  const [values, setValues] = useState(empty)
  const [sentTo, setSentTo] = useState<string>()
  const { form, problems, failure, busy, submit } = useSubmit({
    schema: emailChangeRequest,
    body: values,
    texts: accountFormTexts,
    send: async (body) => {
      setSentTo(undefined)
      setSentTo((await personApi.changeEmail({ body })).email)
      setValues(empty)
    },
  })
  const isWrong = isApiError(failure, 'invalid_credentials')
  return (
    <Card className="max-w-2xl space-y-5">
      <div className="space-y-1.5">
        <SectionTitle id="email">{texts.email.title}</SectionTitle>
        <p className="wrap-anywhere">
          {fill(texts.email.current, { email: <strong className="font-medium">{user.email}</strong> })}
        </p>
        <p className="text-ink-soft">{texts.email.how}</p>
      </div>
      <form
        ref={form}
        noValidate
        aria-labelledby="email"
        className="max-w-md space-y-5"
        onSubmit={(event) => void submit(event)}
      >
        <TextField
          label={texts.email.new}
          type="email"
          autoComplete="email"
          inputMode="email"
          value={values.email}
          onChange={(event) => setValues({ ...values, email: event.target.value })}
          problem={problems.email}
        />
        <PasswordField
          label={texts.email.password}
          value={values.password}
          onChange={(password) => setValues({ ...values, password })}
          problem={problems.password}
          autoComplete="current-password"
        />
        {sentTo !== undefined && (
          <Notice tone="good">
            {texts.email.sent(sentTo)} <MailboxLink />
          </Notice>
        )}
        {isWrong && <Notice tone="bad">{texts.email.wrong}</Notice>}
        <FailureNotice failure={isWrong ? undefined : failure} />
        <Button type="submit" busy={busy} busyText={texts.email.busy}>
          {texts.email.action}
        </Button>
      </form>
    </Card>
  )
}
