import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { laterSchema } from '../api/later-schema.ts'
import { useSubmit } from '../api/use-submit.ts'
import { authConfigurationQuery } from '../session/session.ts'
import { accountFormTexts } from '../sign-in/account-form-texts.ts'
import { NewestEmail, useMailbox } from '../sign-in/mailbox-link.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { TextField } from '../ui/fields/field.tsx'
import { FrontPage, textLinkClass } from '../ui/front-page.tsx'

const schema = laterSchema(async () => (await import('@cairn/contract/schemas/auth')).accountEmailRequest)

/** Asks for the link that resets a password. Says the same whether or not there is an account. */
export function ForgotPasswordPage() {
  const { data: configuration } = useQuery(authConfigurationQuery)
  const isHere = useMailbox() !== undefined
  const [email, setEmail] = useState('')
  const [sentTo, setSentTo] = useState<string>()
  const { form, problems, failure, busy, submit } = useSubmit({
    schema,
    body: { email },
    texts: { email: accountFormTexts.email ?? { name: 'email address' } },
    send: async (body) => setSentTo((await api.forgotPassword({ body })).email),
  })
  if (configuration?.method === 'redirect') {
    return (
      <FrontPage
        title="Forgot your password?"
        intro="Your organization’s own account has the password. Change it where you sign in."
      >
        <Link to="/sign-in" className={buttonClass({ variant: 'primary' }, 'w-full')}>
          Go to the sign-in
        </Link>
      </FrontPage>
    )
  }
  if (sentTo !== undefined) {
    return (
      <FrontPage key="sent" title="Check your email">
        <div className="space-y-5">
          <MailCheck className="size-9 text-accent" aria-hidden="true" />
          <p>
            We sent an email to <strong className="font-semibold wrap-anywhere">{sentTo}</strong>. If there is
            an account with this address, it has a link to choose a new password. The link is valid for 1
            hour.
          </p>
          <NewestEmail />
          {!isHere && <p className="text-ink-soft">No email? Check your spam folder.</p>}
          <Button onClick={() => setSentTo(undefined)}>Try again</Button>
        </div>
      </FrontPage>
    )
  }
  return (
    <FrontPage
      key="ask"
      title="Forgot your password?"
      intro="Enter your email address. We send you a link to choose a new password."
      footer={
        <Link to="/sign-in" className={textLinkClass}>
          Back to the sign-in
        </Link>
      }
    >
      <form ref={form} noValidate className="space-y-5" onSubmit={(event) => void submit(event)}>
        <TextField
          label="Email address"
          type="email"
          autoComplete="username"
          inputMode="email"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          problem={problems.email}
        />
        <FailureNotice failure={failure} />
        <Button type="submit" variant="primary" className="w-full" busy={busy} busyText="Sending">
          Send link
        </Button>
      </form>
    </FrontPage>
  )
}
