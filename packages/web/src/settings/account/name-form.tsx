import { updateProfileRequest } from '@cairn/contract/schemas/people/auth'
import { useState } from 'react'
import { refetchSession } from '../../accounts/session/session.ts'
import { accountFormTexts } from '../../accounts/sign-in/form/account-form-texts.ts'
import { personApi } from '../../data/api/client.ts'
import { useSubmit } from '../../data/api/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields/field.tsx'
import { Card, SectionTitle } from '../../ui/page.tsx'
import { FailureNotice } from '../../ui/states/failure-notice.tsx'
import { toast } from '../../ui/toast.ts'
import { texts } from './texts.ts'

export function NameForm({ name }: { name: string }) {
  const [displayName, setDisplayName] = useState(name)
  const { form, problems, failure, busy, submit } = useSubmit({
    schema: updateProfileRequest,
    body: { displayName },
    texts: accountFormTexts,
    send: async (body) => {
      await personApi.updateProfile({ body })
      await refetchSession()
      toast.success(texts.name.changed)
    },
  })
  return (
    <Card className="max-w-2xl space-y-5">
      <SectionTitle id="name">{texts.name.title}</SectionTitle>
      <form
        ref={form}
        noValidate
        aria-labelledby="name"
        className="max-w-md space-y-5"
        onSubmit={(event) => void submit(event)}
      >
        <TextField
          label={texts.name.own}
          autoComplete="name"
          value={displayName}
          onChange={(event) => setDisplayName(event.target.value)}
          problem={problems.displayName}
        />
        <FailureNotice failure={failure} />
        <Button type="submit" busy={busy} busyText={texts.name.busy}>
          {texts.name.action}
        </Button>
      </form>
    </Card>
  )
}
