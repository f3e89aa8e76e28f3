/** A mail to one person, as plain text. `link` is the one thing to open, where there is one. */
export type EmailMessage = {
  kind: 'email_verification' | 'already_registered' | 'organization_invitation'
  to: string
  subject: string
  text: string
  link?: string
}

/** Brings mails to people. Rejects where it could not hand the message over. */
export interface EmailDelivery {
  /** False where delivery is switched off: nothing is ever sent. */
  readonly enabled: boolean
  /** @param signal  Gives up a message that nobody waits for any more; it may have been handed over all the same. */
  deliver(message: EmailMessage, signal?: AbortSignal): Promise<void>
}

/** Sends nothing: for installations that verify principals by command. */
export const noDelivery: EmailDelivery = { enabled: false, deliver: async () => undefined }

/**
 * Writes each mail as one line for the person at the terminal, its link at the end to be opened or copied. For
 * development only: the lines hold live secrets.
 */
export function createLogDelivery(writeLine: (line: string) => void): EmailDelivery {
  return {
    enabled: true,
    deliver: async ({ kind, to, subject, link = '' }) => {
      writeLine(`mail ${kind} to ${to}: ${subject} ${link}`)
    },
  }
}
