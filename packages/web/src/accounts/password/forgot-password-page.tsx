import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../data/api/client.ts'
import { laterSchema } from '../../data/api/later-schema.ts'
import { useSubmit } from '../../data/api/use-submit.ts'
import { fill } from '../../language/fill.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields/field.tsx'
import { FrontPage, textLinkClass } from '../../ui/front-page.tsx'
import { FailureNotice } from '../../ui/states/failure-notice.tsx'
import { authConfigurationQuery } from '../session/session.ts'
import { accountFormTexts } from '../sign-in/form/account-form-texts.ts'
import { NewestEmail, useMailbox } from '../sign-in/mailbox/mailbox-link.tsx'
import { texts } from './texts.ts'

const schema = laterSchema(
  async () => (await import('@cairn/contract/schemas/people/auth')).accountEmailRequest,
)

/** Asks for the link that resets a password. Says the same whether or not there is an account. */
export function ForgotPasswordPage() {
  const { data: configuration } = useQuery(authConfigurationQuery)
  const isHere = useMailbox() !== undefined
  const [email, setEmail] = useState('')
  const [sentTo, setSentTo] = useState<string>()
  const { form, problems, failure, busy, submit } = useSubmit({
    schema,
    body: { email },
    texts: accountFormTexts,
    send: async (body) => setSentTo((await api.forgotPassword({ body })).email),
  })
  if (configuration?.method === 'redirect') {
    return (
      <FrontPage title={texts.forgotten.title} intro={texts.forgotten.elsewhere}>
        <Link to="/sign-in" className={buttonClass({ variant: 'primary' }, 'w-full')}>
          {texts.forgotten.toSignIn}
        </Link>
      </FrontPage>
    )
  }
  if (sentTo !== undefined) {
    return (
      <FrontPage key="sent" title={texts.sent.title}>
        <div className="space-y-5">
          <MailCheck className="size-9 text-accent" aria-hidden="true" />
          <p>
            {fill(texts.sent.text, {
              email: <strong className="font-semibold wrap-anywhere">{sentTo}</strong>,
            })}
          </p>
          <NewestEmail />
          {!isHere && <p className="text-ink-soft">{texts.sent.none}</p>}
          <Button onClick={() => setSentTo(undefined)}>{texts.sent.again}</Button>
        </div>
      </FrontPage>
    )
  }
  return (
    <FrontPage
      key="ask"
      title={texts.forgotten.title}
      intro={texts.forgotten.intro}
      footer={
        <Link to="/sign-in" className={textLinkClass}>
          {texts.forgotten.back}
        </Link>
      }
    >
      <form ref={form} noValidate className="space-y-5" onSubmit={(event) => void submit(event)}>
        <TextField
          label={texts.forgotten.email}
          type="email"
          autoComplete="username"
          inputMode="email"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          problem={problems.email}
        />
        <FailureNotice failure={failure} />
        <Button
          type="submit"
          variant="primary"
          className="w-full"
          busy={busy}
          busyText={texts.forgotten.busy}
        >
          {texts.forgotten.action}
        </Button>
      </form>
    </FrontPage>
  )
}
