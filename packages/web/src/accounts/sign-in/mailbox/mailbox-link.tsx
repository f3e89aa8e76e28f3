import { useQuery } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { buttonClass } from '../../../ui/button.tsx'
import { textLinkClass } from '../../../ui/front-page.tsx'
import { authConfigurationQuery } from '../../session/session.ts'
import { texts } from './texts.ts'

/** The path of the page that shows the emails, if the service runs on this machine without a mail service. */
export function useMailbox(): string | undefined {
  const { data } = useQuery(authConfigurationQuery)
  return data?.mailboxPath
}

/** Leads to the email that was just sent, if it never leaves this machine. */
export function NewestEmail() {
  const mailbox = useMailbox()
  if (mailbox === undefined) return null
  return (
    <div className="space-y-3">
      <p className="text-ink-soft">{texts.explanation}</p>
      <a
        href={`${mailbox}/latest`}
        target="_blank"
        rel="noreferrer"
        className={buttonClass({ variant: 'primary' }, 'w-full')}
      >
        <Mail className="size-4" aria-hidden="true" />
        {texts.newest}
      </a>
    </div>
  )
}

/** Leads to all emails, if they never leave this machine. */
export function MailboxLink() {
  const mailbox = useMailbox()
  if (mailbox === undefined) return null
  return (
    <a href={mailbox} target="_blank" rel="noreferrer" className={textLinkClass}>
      {texts.all}
    </a>
  )
}
