import { createLogDelivery, type EmailDelivery, noDelivery } from '@cairn/domain/auth/email-delivery'
import type { Runtime } from './runtime.ts'

/** How this installation brings mails to people (`EMAIL_DELIVERY`). */
export function createEmailDelivery({ configuration, writeLine }: Runtime): EmailDelivery {
  return configuration.emailDelivery === 'log' ? createLogDelivery(writeLine) : noDelivery
}
