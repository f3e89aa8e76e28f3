import { composeEmail } from '../../email/compose-email.ts'
import type { EmailMessage } from '../../email/email-delivery.ts'
import { nameInEmail } from '../../email/name-in-email.ts'

export const verificationLifetimeHours = 24

/**
 * The email with the verification link of a registration. Anybody may have registered the address, and then knows the
 * account's password. So the email names the account and warns not to confirm the account of somebody else.
 *
 * @param createdAt  ISO 8601 in UTC.
 */
export function verificationMessage(
  { email, displayName, createdAt }: { email: string; displayName: string; createdAt: string },
  link: string,
): EmailMessage {
  return composeEmail(
    { kind: 'email_verification', to: email, link },
    {
      subject: 'Verify your email address for Cairn',
      preview: `Open the link within ${verificationLifetimeHours} hours.`,
      blocks: [
        { kind: 'text', text: 'Someone created a Cairn account with this email address.' },
        {
          kind: 'facts',
          rows: [
            ['Name', nameInEmail(displayName)],
            ['Created', `${createdAt.slice(0, 10)} ${createdAt.slice(11, 16)} UTC`],
          ],
        },
        {
          kind: 'text',
          text: `If it was you, open this link within ${verificationLifetimeHours} hours in the browser you used.`,
        },
        { kind: 'button', text: 'Verify email address', url: link },
        {
          kind: 'text',
          text: 'If it was not you, do not confirm the account. Ignore this email. The person who created the account knows its password, but cannot sign in unless you confirm it.',
        },
      ],
      footer: [],
    },
  )
}

/** The email to somebody whose address was registered again, perhaps by somebody else. */
export function alreadyRegisteredMessage(to: string, webOrigin: string): EmailMessage {
  const link = `${webOrigin}/sign-in`
  return composeEmail(
    { kind: 'already_registered', to, link },
    {
      subject: 'You already have a Cairn account',
      preview: 'Nothing was changed.',
      blocks: [
        { kind: 'text', text: 'Somebody, perhaps you, registered this address again. Nothing was changed.' },
        { kind: 'button', text: 'Sign in', url: link },
      ],
      footer: [],
    },
  )
}

/** The email to somebody whose address is verified, after a request for another verification link. */
export function alreadyVerifiedMessage(to: string, webOrigin: string): EmailMessage {
  const link = `${webOrigin}/sign-in`
  return composeEmail(
    { kind: 'already_verified', to, link },
    {
      subject: 'Your email address is already verified',
      preview: 'Sign in with your password.',
      blocks: [
        {
          kind: 'text',
          text: 'Somebody, perhaps you, asked for a link that verifies this email address. Your Cairn account does not need one.',
        },
        { kind: 'button', text: 'Sign in', url: link },
      ],
      footer: [],
    },
  )
}
