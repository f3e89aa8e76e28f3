import type { DueServices } from '../../../background/due/sweep-records.ts'
import {
  type EmailMessage,
  EmailNotDeliveredError,
  EmailRefusedError,
  EmailThrottledError,
  emailFailure,
} from '../../email/email-delivery.ts'

/**
 * Delivers an email. One that is refused permanently counts as delivered: it would be refused again every time. What is logged or
 * thrown contains neither the message nor the address.
 * @throws EmailThrottledError, or EmailNotDeliveredError for any other reason, if it may be delivered later.
 */
export async function deliverOnce(
  { email, logError }: Pick<DueServices, 'email' | 'logError'>,
  message: EmailMessage,
): Promise<void> {
  try {
    await email.deliver(message)
  } catch (error) {
    if (error instanceof EmailThrottledError) throw error
    const { kind } = message
    const isRefused = error instanceof EmailRefusedError
    const cause = emailFailure(error)
    if (!isRefused) throw new EmailNotDeliveredError(`The email ${kind} was not delivered: ${cause}.`)
    logError('an email was refused', { kind, cause })
  }
}
