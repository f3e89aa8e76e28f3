import type { EmailRegistrationRequest } from '@cairn/contract/schemas/people/auth'
import { useState } from 'react'
import { api } from '../../data/api/client.ts'
import { laterSchema } from '../../data/api/later-schema.ts'
import { useSubmit } from '../../data/api/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields/field.tsx'
import { PasswordField } from '../../ui/fields/password-field.tsx'
import { FailureNotice } from '../../ui/states/failure-notice.tsx'
import { accountFormTexts } from './form/account-form-texts.ts'
import { texts as formTexts } from './form/texts.ts'
import { texts } from './texts.ts'

const schema = laterSchema(
  async () => (await import('@cairn/contract/schemas/people/auth')).emailRegistrationRequest,
)

type RegisterFormProps = {
  email?: string | undefined
  /** Of the invitation that the person comes from. */
  invitationToken?: string | undefined
  onRegistered: (email: string) => void
}

export function RegisterForm({ email = '', invitationToken, onRegistered }: RegisterFormProps) {
  const [values, setValues] = useState<EmailRegistrationRequest>({ displayName: '', email, password: '' })
  const { form, problems, failure, busy, submit } = useSubmit({
    schema,
    body: { ...values, invitationToken },
    texts: accountFormTexts,
    send: async (body) => {
      const { email } = await api.register({ body })
      onRegistered(email)
    },
  })
  const set = (changed: Partial<EmailRegistrationRequest>) => setValues({ ...values, ...changed })
  return (
    <form ref={form} noValidate className="space-y-5" onSubmit={(event) => void submit(event)}>
      <TextField
        label={texts.register.name}
        autoComplete="name"
        value={values.displayName}
        onChange={(event) => set({ displayName: event.target.value })}
        problem={problems.displayName}
      />
      <TextField
        label={texts.register.email}
        type="email"
        autoComplete="username"
        inputMode="email"
        value={values.email}
        onChange={(event) => set({ email: event.target.value })}
        problem={problems.email}
      />
      <PasswordField
        value={values.password}
        onChange={(password) => set({ password })}
        problem={problems.password}
        autoComplete="new-password"
        hint={formTexts.passwordHint}
      />
      <FailureNotice failure={failure} />
      <Button type="submit" variant="primary" className="w-full" busy={busy} busyText={texts.register.busy}>
        {texts.register.action}
      </Button>
    </form>
  )
}
