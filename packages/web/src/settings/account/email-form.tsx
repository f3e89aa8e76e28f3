import { emailChangeRequest } from '@cairn/contract/schemas/auth'
import { useState } from 'react'
import { personApi } from '../../api/client.ts'
import { isApiError } from '../../api/failures.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { useSession } from '../../session/session.ts'
import { accountFormTexts } from '../../sign-in/account-form-texts.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNotice } from '../../ui/failure-notice.tsx'
import { TextField } from '../../ui/fields/field.tsx'
import { PasswordField } from '../../ui/fields/password-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Card, SectionTitle } from '../../ui/page.tsx'

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
        <SectionTitle id="email">Email address</SectionTitle>
        <p className="wrap-anywhere">
          You sign in with <strong className="font-medium">{user.email}</strong>.
        </p>
        <p className="text-ink-soft">
          To change it, we send a link to the new address. Your address changes when you open the link and
          confirm it.
        </p>
      </div>
      <form
        ref={form}
        noValidate
        aria-labelledby="email"
        className="max-w-md space-y-5"
        onSubmit={(event) => void submit(event)}
      >
        <TextField
          label="New email address"
          type="email"
          autoComplete="email"
          inputMode="email"
          value={values.email}
          onChange={(event) => setValues({ ...values, email: event.target.value })}
          problem={problems.email}
        />
        <PasswordField
          label="Current password"
          value={values.password}
          onChange={(password) => setValues({ ...values, password })}
          problem={problems.password}
          autoComplete="current-password"
        />
        {sentTo !== undefined && (
          <Notice tone="good">We sent an email to {sentTo}. The link is valid for 24 hours.</Notice>
        )}
        {isWrong && <Notice tone="bad">The current password is not right. Nothing was changed.</Notice>}
        <FailureNotice failure={isWrong ? undefined : failure} />
        <Button type="submit" busy={busy} busyText="Sending">
          Send link
        </Button>
      </form>
    </Card>
  )
}
