import { createLogDelivery, type EmailDelivery, noDelivery } from '@cairn/domain/email/email-delivery'
import type { BackgroundRuntime } from '../configuration/runtime.ts'
import { createSesDelivery } from './ses-delivery.ts'
import { createSmtpDelivery } from './smtp-delivery.ts'

/** How this installation sends email (`EMAIL_DELIVERY`). */
export function createEmailDelivery({
  configuration,
  writeLine,
  keepEmail,
}: Pick<BackgroundRuntime, 'configuration' | 'writeLine' | 'keepEmail'>): EmailDelivery {
  const { emailDelivery, region } = configuration
  switch (emailDelivery.kind) {
    case 'log':
      return createLogDelivery(writeLine, keepEmail)
    case 'off':
      return noDelivery
    case 'ses':
      return createSesDelivery(emailDelivery, region)
    case 'smtp':
      return createSmtpDelivery(emailDelivery)
  }
}
