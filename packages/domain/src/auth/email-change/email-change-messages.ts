import { composeEmail } from '../../email/compose-email.ts'
import type { EmailMessage } from '../../email/email-delivery.ts'
import { nameInEmail } from '../../email/name-in-email.ts'
import { momentInEmail } from '../links/moment-in-email.ts'

export const emailChangeLifetimeHours = 24

/** The email with the link that confirms a new address. Anybody can enter another person's, so it says whose account it is. */
export function emailChangeMessage(to: string, displayName: string, link: string): EmailMessage {
  return composeEmail(
    { kind: 'email_change', to, link },
    {
      subject: 'Confirm your new email address for Cairn',
      preview: `Open the link within ${emailChangeLifetimeHours} hours.`,
      blocks: [
        { kind: 'text', text: 'Someone wants to use this email address for their Cairn account.' },
        { kind: 'facts', rows: [['Name', nameInEmail(displayName)]] },
        {
          kind: 'text',
          text: `If it was you, open this link within ${emailChangeLifetimeHours} hours.`,
        },
        { kind: 'button', text: 'Confirm email address', url: link },
        { kind: 'text', text: 'If it was not you, ignore this email. Nothing changes.' },
      ],
      footer: [],
    },
  )
}

/** The email to the owner of an address that somebody else wants to use. */
export function emailTakenMessage(to: string, webOrigin: string): EmailMessage {
  const link = `${webOrigin}/sign-in`
  return composeEmail(
    { kind: 'email_taken', to, link },
    {
      subject: 'You already have a Cairn account',
      preview: 'Nothing was changed.',
      blocks: [
        {
          kind: 'text',
          text: 'Somebody, perhaps you, wants to use this email address for another Cairn account. It already belongs to yours, so nothing was changed.',
        },
        { kind: 'button', text: 'Sign in', url: link },
      ],
      footer: [],
    },
  )
}

/** The email to the current address when somebody asks for another one, before anything changes. */
export function emailChangeRequestedMessage(
  to: string,
  newEmail: string,
  now: Date,
  webOrigin: string,
): EmailMessage {
  const link = `${webOrigin}/forgot-password`
  return composeEmail(
    { kind: 'email_change_requested', to, link },
    {
      subject: 'Your Cairn account gets another email address',
      preview: 'Was it not you? Choose a new password.',
      blocks: [
        {
          kind: 'text',
          text: 'Somebody, perhaps you, asked to change the email address of your Cairn account. It changes when the new address is confirmed.',
        },
        {
          kind: 'facts',
          rows: [
            ['New address', newEmail],
            ['Asked', momentInEmail(now)],
          ],
        },
        {
          kind: 'text',
          text: 'If it was not you, choose a new password now. Then the new address can no longer be confirmed.',
        },
        { kind: 'button', text: 'Choose a new password', url: link },
      ],
      footer: [],
    },
  )
}

/** The email to both addresses after the change. */
export function emailChangedMessage(
  to: string,
  newEmail: string,
  now: Date,
  webOrigin: string,
): EmailMessage {
  const link = `${webOrigin}/settings/account`
  return composeEmail(
    { kind: 'email_changed', to, link },
    {
      subject: 'The email address of your Cairn account was changed',
      preview: 'Sign in with the new address from now on.',
      blocks: [
        { kind: 'text', text: 'Sign in with the new address from now on.' },
        {
          kind: 'facts',
          rows: [
            ['New address', newEmail],
            ['Changed', momentInEmail(now)],
          ],
        },
        {
          kind: 'text',
          text: 'If it was not you, tell an administrator of your organization now: they can remove the account from it.',
        },
        { kind: 'button', text: 'Open your account', url: link },
      ],
      footer: [],
    },
  )
}
