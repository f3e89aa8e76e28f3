import { composeEmail, type Recipient } from '../../email/compose-email.ts'
import type { EmailMessage } from '../../email/email-delivery.ts'
import { momentInEmail } from '../links/moment-in-email.ts'

export const resetLifetimeHours = 1

/** The email with the link that resets a password. Anybody can ask for it, so it says that nothing has changed. */
export function passwordResetMessage(to: Recipient, link: string): EmailMessage {
  return composeEmail({ kind: 'password_reset', link }, to, ({ password }) => ({
    subject: password.resetSubject,
    preview: password.resetPreview(resetLifetimeHours),
    blocks: [
      { kind: 'text', text: password.forgot(resetLifetimeHours) },
      { kind: 'button', text: password.choose, url: link },
      { kind: 'text', text: password.stays },
    ],
    footer: [],
  }))
}

/** The email after every change of a password, so that its owner learns of somebody else’s. */
export function passwordChangedMessage(to: Recipient, now: Date, webOrigin: string): EmailMessage {
  const link = `${webOrigin}/forgot-password`
  return composeEmail({ kind: 'password_changed', link }, to, ({ password, account }) => ({
    subject: password.changedSubject,
    preview: password.changedPreview,
    blocks: [
      { kind: 'text', text: password.changedText },
      {
        kind: 'facts',
        rows: [
          [account, to.email],
          [password.changed, momentInEmail(now)],
        ],
      },
      { kind: 'text', text: password.signedOut },
      { kind: 'text', text: password.ifNot },
      { kind: 'button', text: password.choose, url: link },
    ],
    footer: [],
  }))
}
