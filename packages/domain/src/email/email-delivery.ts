/** An email to one person, in plain text. `link` is the link in it, if any. */
export type EmailMessage = {
  kind: 'email_verification' | 'already_registered' | 'organization_invitation'
  to: string
  subject: string
  text: string
  link?: string
}

/** Delivers email. Rejects if it cannot hand over the message. */
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
 */
export function createLogDelivery(writeLine: (line: string) => void): EmailDelivery {
  return {
    enabled: true,
    deliver: async ({ kind, to, subject, link = '' }) => {
      writeLine(`email ${kind} to ${to}: ${subject} ${link}`)
    },
  }
}
