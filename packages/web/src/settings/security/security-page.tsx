import { passwordChangeRequest } from '@cairn/contract/schemas/people/auth'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { authConfigurationQuery, useSession } from '../../accounts/session/session.ts'
import { accountFormTexts } from '../../accounts/sign-in/form/account-form-texts.ts'
import { personApi } from '../../data/api/client.ts'
import { isApiError } from '../../data/api/failures/failures.ts'
import { useSubmit } from '../../data/api/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { PasswordField } from '../../ui/fields/password-field.tsx'
import { Card, Page, SectionTitle } from '../../ui/page.tsx'
import { FailureNotice } from '../../ui/states/failure-notice.tsx'
import { Notice } from '../../ui/states/notice.tsx'
import { toast } from '../../ui/toast.ts'
import { ProviderAccountLink } from '../account/provider-account-link.tsx'
import { Sessions } from './sessions.tsx'
import { sessionsQuery } from './sessions-query.ts'
import { texts } from './texts.ts'

const empty = { currentPassword: '', newPassword: '' }

function ChangePassword() {
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
      toast.success(texts.password.changed)
    },
  })
  const isWrong = isApiError(failure, 'invalid_credentials')
  return (
    <Card className="max-w-2xl space-y-5">
      <div className="space-y-1.5">
        <SectionTitle id="password">{texts.password.title}</SectionTitle>
        <p className="text-ink-soft">{texts.password.text}</p>
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
          label={texts.password.current}
          value={values.currentPassword}
          onChange={(currentPassword) => setValues({ ...values, currentPassword })}
          problem={problems.currentPassword}
          autoComplete="current-password"
        />
        <PasswordField
          label={texts.password.new}
          value={values.newPassword}
          onChange={(newPassword) => setValues({ ...values, newPassword })}
          problem={problems.newPassword}
          autoComplete="new-password"
          hint={texts.password.hint}
        />
        {isWrong && <Notice tone="bad">{texts.password.wrong}</Notice>}
        <FailureNotice failure={isWrong ? undefined : failure} />
        <Button type="submit" variant="primary" busy={busy} busyText={texts.password.busy}>
          {texts.password.action}
        </Button>
      </form>
    </Card>
  )
}

export function SecurityPage() {
  const { data: configuration } = useQuery(authConfigurationQuery)
  if (configuration?.method === 'redirect') {
    return (
      <Page
        title={texts.title}
        intro={
          <>
            {configuration.ownSessions ? texts.provider.ownSessions : texts.provider.theirSessions}{' '}
            <ProviderAccountLink {...configuration} />
          </>
        }
      >
        {configuration.ownSessions && <Sessions hasPassword={false} />}
      </Page>
    )
  }
  return (
    <Page title={texts.title}>
      <ChangePassword />
      <Sessions hasPassword />
    </Page>
  )
}
