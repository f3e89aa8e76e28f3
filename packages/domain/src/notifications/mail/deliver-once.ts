import type { DueServices } from '../../due/services.ts'
import { type EmailMessage, EmailRefusedError } from '../../email/email-delivery.ts'

/**
 * Delivers an email. One that is refused for good counts as delivered: it would be refused again every time.
 * @throws if it may be delivered later.
 */
export async function deliverOnce(
  { email, logError }: Pick<DueServices, 'email' | 'logError'>,
  message: EmailMessage,
): Promise<void> {
  try {
    await email.deliver(message)
  } catch (error) {
    if (!(error instanceof EmailRefusedError)) throw error
    // Without the message, which contains what people wrote, and a link that unsubscribes.
    logError('an email was refused', { kind: message.kind, error })
  }
}
