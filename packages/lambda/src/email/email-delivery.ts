import {
  createLogDelivery,
  type EmailDelivery,
  noDelivery,
} from '@cairn/domain/accounts/email/email-delivery'
import type { BackgroundRuntime } from '../configuration/runtime.ts'
import { createSesDelivery } from './ses-delivery.ts'
import { createSmtpDelivery } from './smtp-delivery.ts'

/** How this installation sends email (`EMAIL_DELIVERY`). */
export function createEmailDelivery({
  configuration,
  writeLine,
  mailbox,
}: Pick<BackgroundRuntime, 'configuration' | 'writeLine' | 'mailbox'>): EmailDelivery {
  const { emailDelivery, region } = configuration
  switch (emailDelivery.kind) {
    case 'log':
      return createLogDelivery(writeLine, mailbox?.keep)
    case 'off':
      return noDelivery
    case 'ses':
      return createSesDelivery(emailDelivery, region)
    case 'smtp':
      return createSmtpDelivery(emailDelivery)
  }
}

/** The page that shows the emails of this installation, if it has one. */
export function mailboxPathOf({
  configuration,
  mailbox,
}: Pick<BackgroundRuntime, 'configuration' | 'mailbox'>): string | undefined {
  return configuration.emailDelivery.kind === 'log' ? mailbox?.path : undefined
}
