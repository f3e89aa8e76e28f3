import type { EmailDelivery } from '../../email/email-delivery.ts'
import type { MessageSources } from '../message/signed-request.ts'
import type { WebhookSender } from './sender.ts'

/** What the delivery of events needs. */
export type DeliveryServices = MessageSources & {
  readonly sender: WebhookSender
  readonly email: EmailDelivery
  readonly clock: () => Date
  /**
   * Names the leases of this process, if no other process can use the database: then every other lease is that of a process that
   * died, and need not be waited for.
   */
  readonly onlyProcess?: string | undefined
  /** Ends the work: attempts that are running are aborted, and repeated by whoever takes over. */
  readonly signal: AbortSignal
}
