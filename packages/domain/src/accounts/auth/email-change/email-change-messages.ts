import { composeEmail, type Recipient } from '../../email/compose-email.ts'
import type { EmailMessage } from '../../email/email-delivery.ts'
import { nameInEmail } from '../../email/name-in-email.ts'
import { momentInEmail } from '../links/moment-in-email.ts'

export const emailChangeLifetimeHours = 24

/** The email with the link that confirms a new address. Anybody can enter another person's, so it says whose account it is. */
export function emailChangeMessage(to: Recipient, displayName: string, link: string): EmailMessage {
  return composeEmail({ kind: 'email_change', link }, to, ({ emailChange, name }) => ({
    subject: emailChange.confirmSubject,
    preview: emailChange.confirmPreview(emailChangeLifetimeHours),
    blocks: [
      { kind: 'text', text: emailChange.someone },
      { kind: 'facts', rows: [[name, nameInEmail(displayName)]] },
      { kind: 'text', text: emailChange.ifYou(emailChangeLifetimeHours) },
      { kind: 'button', text: emailChange.confirm, url: link },
      { kind: 'text', text: emailChange.ifNot },
    ],
    footer: [],
  }))
}

/** The email to the owner of an address that somebody else wants to use. */
export function emailTakenMessage(to: Recipient, webOrigin: string): EmailMessage {
  const link = `${webOrigin}/sign-in`
  return composeEmail({ kind: 'email_taken', link }, to, ({ emailChange, nothingChanged, signIn }) => ({
    subject: emailChange.takenSubject,
    preview: nothingChanged,
    blocks: [
      { kind: 'text', text: emailChange.taken },
      { kind: 'button', text: signIn, url: link },
    ],
    footer: [],
  }))
}

/** The email to the current address when somebody asks for another one, before anything changes. */
export function emailChangeRequestedMessage(
  to: Recipient,
  newEmail: string,
  now: Date,
  webOrigin: string,
): EmailMessage {
  const link = `${webOrigin}/forgot-password`
  return composeEmail({ kind: 'email_change_requested', link }, to, ({ emailChange, password }) => ({
    subject: emailChange.requestedSubject,
    preview: emailChange.requestedPreview,
    blocks: [
      { kind: 'text', text: emailChange.requested },
      {
        kind: 'facts',
        rows: [
          [emailChange.newAddress, newEmail],
          [emailChange.asked, momentInEmail(now)],
        ],
      },
      { kind: 'text', text: emailChange.stopIt },
      { kind: 'button', text: password.choose, url: link },
    ],
    footer: [],
  }))
}

/** The email to both addresses after the change. */
export function emailChangedMessage(
  to: Recipient,
  newEmail: string,
  now: Date,
  webOrigin: string,
): EmailMessage {
  const link = `${webOrigin}/settings/account`
  return composeEmail({ kind: 'email_changed', link }, to, ({ emailChange }) => ({
    subject: emailChange.changedSubject,
    preview: emailChange.changedText,
    blocks: [
      { kind: 'text', text: emailChange.changedText },
      {
        kind: 'facts',
        rows: [
          [emailChange.newAddress, newEmail],
          [emailChange.changed, momentInEmail(now)],
        ],
      },
      { kind: 'text', text: emailChange.tellAdministrator },
      { kind: 'button', text: emailChange.openAccount, url: link },
    ],
    footer: [],
  }))
}
