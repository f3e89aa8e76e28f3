import type { Database } from '../database/client.ts'
import type { EmailDelivery } from '../email/email-delivery.ts'

/** What work that is due needs. */
export type DueServices = {
  readonly database: Database
  readonly email: EmailDelivery
  /** Scheme, host and port of the web app, without a trailing slash. */
  readonly webOrigin: string
  /** Lets a worker deliver what these organizations' webhooks have not received. Does not wait for receivers. */
  readonly wakeWebhooks: (organizationIds: readonly string[]) => Promise<void>
  readonly logError: (message: string, details: Record<string, unknown>) => void
}
