import { type ReactNode, useState } from 'react'
import { login } from '../../../data/api/client.ts'
import { laterSchema } from '../../../data/api/later-schema.ts'
import { useSubmit } from '../../../data/api/use-submit.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/fields/field.tsx'
import { PasswordField } from '../../../ui/fields/password-field.tsx'
import { FailureNotice } from '../../../ui/states/failure-notice.tsx'
import { accountFormTexts } from './account-form-texts.ts'
import { texts } from './texts.ts'

const schema = laterSchema(
  async () => (await import('@cairn/contract/schemas/people/auth')).emailLoginRequest,
)

type SignInFormProps = {
  email?: string | undefined
  /** A path of the app. The service validates it. */
  returnTo?: string | undefined
  /** Called before each attempt, even if it is not sent. */
  onTry?: () => void
  /** Called with the address that the service redirects to. */
  onSignedIn: (redirectTo: string) => Promise<void>
  /** Shown below the password. */
  help?: ReactNode
}

export function SignInForm({ email: knownEmail = '', returnTo, onTry, onSignedIn, help }: SignInFormProps) {
  const [email, setEmail] = useState(knownEmail)
  const [password, setPassword] = useState('')
  const { form, problems, failure, busy, submit } = useSubmit({
    schema,
    body: {
      email,
      password,
      ...(returnTo !== undefined && { returnTo: new URL(returnTo, location.origin).href }),
    },
    texts: accountFormTexts,
    send: async (body) => {
      const { redirectTo } = await login({ body })
      await onSignedIn(redirectTo)
    },
  })
  return (
    <form
      ref={form}
      noValidate
      className="space-y-5"
      onSubmit={(event) => {
        onTry?.()
        void submit(event)
      }}
    >
      <TextField
        label={texts.email}
        type="email"
        autoComplete="username"
        inputMode="email"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        problem={problems.email}
      />
      <PasswordField
        value={password}
        onChange={setPassword}
        problem={problems.password}
        autoComplete="current-password"
      />
      {help}
      <FailureNotice failure={failure} />
      <Button type="submit" variant="primary" className="w-full" busy={busy} busyText={texts.busy}>
        {texts.action}
      </Button>
    </form>
  )
}
