import type { EmailMessage } from '../email/email-delivery.ts'
import { nameInEmail } from '../email/name-in-email.ts'

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
  return {
    kind: 'email_verification',
    to: email,
    subject: 'Verify your email address for Cairn',
    text: `Someone created a Cairn account with this email address.

Name: ${nameInEmail(displayName)}
Created: ${createdAt.slice(0, 10)} ${createdAt.slice(11, 16)} UTC

If it was you, open this link within ${verificationLifetimeHours} hours in the browser you used:
${link}

If it was not you, do not confirm the account. Ignore this email. The person who created the account knows its password, but cannot sign in unless you confirm it.
`,
    link,
  }
}
