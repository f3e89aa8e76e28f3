import { composeEmail, type Recipient } from '../../email/compose-email.ts'
import type { EmailMessage } from '../../email/email-delivery.ts'

/** The email to an address without an account, for which somebody asked for a link. */
export function noAccountMessage(to: Recipient, webOrigin: string): EmailMessage {
  const link = `${webOrigin}/sign-in?mode=register`
  return composeEmail({ kind: 'no_account', link }, to, ({ noAccount, nothingChanged, createAccount }) => ({
    subject: noAccount.subject,
    preview: nothingChanged,
    blocks: [
      { kind: 'text', text: noAccount.text },
      { kind: 'button', text: createAccount, url: link },
      { kind: 'text', text: noAccount.ifNot },
    ],
    footer: [],
  }))
}
