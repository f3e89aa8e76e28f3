import { composeEmail } from '../../email/compose-email.ts'
import type { EmailMessage } from '../../email/email-delivery.ts'
import { momentInEmail } from '../links/moment-in-email.ts'

/** The email with the link that resets a password. Anybody can ask for it, so it says that nothing has changed. */
export function passwordResetMessage(to: string, link: string): EmailMessage {
  return composeEmail(
    { kind: 'password_reset', to, link },
    {
      subject: 'Choose a new password for Cairn',
      preview: 'Open the link within 1 hour.',
      blocks: [
        {
          kind: 'text',
          text: 'Somebody, perhaps you, forgot the password of the Cairn account with this email address. To choose a new one, open this link within 1 hour. It works once.',
        },
        { kind: 'button', text: 'Choose a new password', url: link },
        {
          kind: 'text',
          text: 'If it was not you, ignore this email. Your password stays the same.',
        },
      ],
      footer: [],
    },
  )
}

/** The email after every change of a password, so that its owner learns of somebody else’s. */
export function passwordChangedMessage(to: string, now: Date, webOrigin: string): EmailMessage {
  const link = `${webOrigin}/forgot-password`
  return composeEmail(
    { kind: 'password_changed', to, link },
    {
      subject: 'Your Cairn password was changed',
      preview: 'Was it not you? Choose a new password.',
      blocks: [
        { kind: 'text', text: 'The password of your Cairn account was changed.' },
        {
          kind: 'facts',
          rows: [
            ['Account', to],
            ['Changed', momentInEmail(now)],
          ],
        },
        {
          kind: 'text',
          text: 'Other browsers were signed out. Programs with API tokens keep their access.',
        },
        { kind: 'text', text: 'If it was not you, choose a new password now.' },
        { kind: 'button', text: 'Choose a new password', url: link },
      ],
      footer: [],
    },
  )
}
