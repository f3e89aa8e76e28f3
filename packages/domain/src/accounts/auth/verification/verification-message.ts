import { composeEmail, type Recipient } from '../../email/compose-email.ts'
import type { EmailMessage } from '../../email/email-delivery.ts'
import { nameInEmail } from '../../email/name-in-email.ts'
import { momentInEmail } from '../links/moment-in-email.ts'

export const verificationLifetimeHours = 24

/**
 * The email with the verification link of a registration. Anybody may have registered the address, and then knows the
 * account's password. So the email names the account and warns not to confirm the account of somebody else.
 *
 * @param createdAt  ISO 8601 in UTC.
 */
export function verificationMessage(
  account: Recipient & { displayName: string; createdAt: string },
  link: string,
): EmailMessage {
  return composeEmail({ kind: 'email_verification', link }, account, ({ verification, name }) => ({
    subject: verification.subject,
    preview: verification.preview(verificationLifetimeHours),
    blocks: [
      { kind: 'text', text: verification.someone },
      {
        kind: 'facts',
        rows: [
          [name, nameInEmail(account.displayName)],
          [verification.created, momentInEmail(new Date(account.createdAt))],
        ],
      },
      { kind: 'text', text: verification.ifYou(verificationLifetimeHours) },
      { kind: 'button', text: verification.verify, url: link },
      { kind: 'text', text: verification.ifNot },
    ],
    footer: [],
  }))
}

/** The email to somebody whose address was registered again, perhaps by somebody else. */
export function alreadyRegisteredMessage(to: Recipient, webOrigin: string): EmailMessage {
  const link = `${webOrigin}/sign-in`
  return composeEmail(
    { kind: 'already_registered', link },
    to,
    ({ alreadyRegistered, nothingChanged, signIn }) => ({
      subject: alreadyRegistered.subject,
      preview: nothingChanged,
      blocks: [
        { kind: 'text', text: alreadyRegistered.text },
        { kind: 'button', text: signIn, url: link },
      ],
      footer: [],
    }),
  )
}

/** The email to somebody whose address is verified, after a request for another verification link. */
export function alreadyVerifiedMessage(to: Recipient, webOrigin: string): EmailMessage {
  const link = `${webOrigin}/sign-in`
  return composeEmail({ kind: 'already_verified', link }, to, ({ alreadyVerified, signIn }) => ({
    subject: alreadyVerified.subject,
    preview: alreadyVerified.preview,
    blocks: [
      { kind: 'text', text: alreadyVerified.text },
      { kind: 'button', text: signIn, url: link },
    ],
    footer: [],
  }))
}
