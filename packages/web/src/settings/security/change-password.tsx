import { passwordChangeRequest } from '@cairn/contract/schemas/auth'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import { personApi } from '../../api/client.ts'
import { isApiError } from '../../api/failures.ts'
import { useSubmit } from '../../api/use-submit.ts'
import { useSession } from '../../session/session.ts'
import { accountFormTexts } from '../../sign-in/account-form-texts.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNotice } from '../../ui/failure-notice.tsx'
import { PasswordField } from '../../ui/fields/password-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Card, SectionTitle } from '../../ui/page.tsx'
import { sessionsQuery } from './sessions-query.ts'

const empty = { currentPassword: '', newPassword: '' }

export function ChangePassword() {
  const { user } = useSession()
  const queryClient = useQueryClient()
  const [values, setValues] = useState(empty)
  const { form, problems, failure, busy, submit } = useSubmit({
    schema: passwordChangeRequest,
    body: values,
    texts: accountFormTexts,
    send: async (body) => {
      await personApi.changePassword({ body })
      setValues(empty)
      await queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey })
      toast.success('Password changed. Other browsers are signed out.')
    },
  })
  const isWrong = isApiError(failure, 'invalid_credentials')
  return (
    <Card className="max-w-2xl space-y-5">
      <div className="space-y-1.5">
        <SectionTitle id="password">Password</SectionTitle>
        <p className="text-ink-soft">
          A new password signs you out in all other browsers. API tokens and connected programs keep their
          access.
        </p>
      </div>
      <form
        ref={form}
        noValidate
        aria-labelledby="password"
        className="max-w-md space-y-5"
        onSubmit={(event) => void submit(event)}
      >
        {/* Tells password managers whose password it is. */}
        <input type="text" autoComplete="username" value={user.email} readOnly hidden />
        <PasswordField
          label="Current password"
          value={values.currentPassword}
          onChange={(currentPassword) => setValues({ ...values, currentPassword })}
          problem={problems.currentPassword}
          autoComplete="current-password"
        />
        <PasswordField
          label="New password"
          value={values.newPassword}
          onChange={(newPassword) => setValues({ ...values, newPassword })}
          problem={problems.newPassword}
          autoComplete="new-password"
          hint="At least 12 characters. A few random words are easier to remember than symbols."
        />
        {isWrong && <Notice tone="bad">The current password is not right. Nothing was changed.</Notice>}
        <FailureNotice failure={isWrong ? undefined : failure} />
        <Button type="submit" variant="primary" busy={busy} busyText="Changing">
          Change password
        </Button>
      </form>
    </Card>
  )
}
