/** The kind of an email. It is a tag at the mail service, and the log names it. */
export type EmailKind =
  | 'email_verification'
  | 'already_registered'
  | 'already_verified'
  | 'no_account'
  | 'password_reset'
  | 'password_changed'
  | 'email_change'
  | 'email_taken'
  | 'email_change_requested'
  | 'account_deleted'
  | 'email_changed'
  | 'organization_invitation'
  | 'reminders'
  | 'questions'
  | 'inbox'
  | 'weekly_digest'
  | 'webhook_paused'
  | 'organization_deleted'

/** An email to one person. `link` is the one that matters most in it. */
export type EmailMessage = {
  kind: EmailKind
  to: string
  subject: string
  /** The same content twice: as plain text, and as a page. */
  text: string
  html: string
  link?: string
  /** Takes a POST that ends emails of this kind, without a credential (RFC 8058). Set if nobody asked for this very email. */
  unsubscribeUrl?: string | undefined
}

/** The recipient's mail server, or the mail service, never takes this email: sending it again makes no sense. */
export class EmailRefusedError extends Error {
  override readonly name = 'EmailRefusedError'
  /** The cause, as the protocol or the service names it. */
  readonly code: string | undefined

  constructor(message: string, code?: string) {
    super(message)
    this.code = code
  }
}

/** The mail service takes no more emails at the moment, or the installation's own rate is used up. Nothing is wrong with the email. */
export class EmailThrottledError extends Error {
  override readonly name = 'EmailThrottledError'
}

/** An email was not delivered, for a reason that is not about the email: it may be delivered later. */
export class EmailNotDeliveredError extends Error {
  override readonly name = 'EmailNotDeliveredError'
}

/**
 * Delivers email. Rejects if it cannot hand over the message; with `EmailRefusedError` if it never can, with `EmailThrottledError` if
 * there are too many at the moment. The log has these errors, so they contain neither the address nor the text of the email.
 */
export interface EmailDelivery {
  /** False if delivery is turned off: nothing is ever sent. */
  readonly enabled: boolean
  /** @param signal  Aborts the delivery when nobody waits for it. The message may still have been handed over. */
  deliver(message: EmailMessage, signal?: AbortSignal): Promise<void>
}

/** Sends nothing, for installations that verify principals with a command. */
export const noDelivery: EmailDelivery = { enabled: false, deliver: async () => undefined }

/**
 * Writes each email as one line for the person at the terminal, with its link at the end. For development only: the
 * lines contain valid secrets.
 *
 * @param keep  Takes the whole email, to be shown in a browser.
 */
export function createLogDelivery(
  writeLine: (line: string) => void,
  keep?: (message: EmailMessage) => void,
): EmailDelivery {
  return {
    enabled: true,
    deliver: async (message) => {
      const { kind, to, subject, link = '' } = message
      keep?.(message)
      writeLine(`email ${kind} to ${to}: ${subject} ${link}`)
    },
  }
}

/**
 * Returns why an email was not sent, for the log: the code of the error, or its name. Never its message, in which email servers
 * repeat the address.
 */
export function emailFailure(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { code = error.name } = error as { code?: unknown }
  return typeof code === 'string' ? code : error.name
}
