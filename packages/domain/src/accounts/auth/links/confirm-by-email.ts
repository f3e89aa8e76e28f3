import type { EmailContext } from '../../../requests/request-context.ts'
import type { EmailMessage } from '../../email/email-delivery.ts'

/**
 * Tells an account's owner of a change that has happened. If the email cannot be sent, the change is not reported as failed: the
 * log has a line.
 */
export async function confirmByEmail(
  { email, reportUnsentEmail }: EmailContext,
  message: EmailMessage,
): Promise<void> {
  await email.deliver(message).catch((error: unknown) => reportUnsentEmail(message.kind, error))
}
