import type { EmailDelivery } from '../../accounts/email/email-delivery.ts'
import type { MessageSources } from '../../programs/webhooks/message/slack-body.ts'

/** The services that the delivery of events needs. */
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

/** A signed message to a webhook. */
export type WebhookRequest = { url: string; headers: Readonly<Record<string, string>>; body: string }

/** The result of an attempt. `error` is null if the receiver accepted the message (status 2xx). */
export type WebhookResult = { statusCode: number | null; error: string | null }

export type SendOptions = {
  /** For everything together: look-up, connection, request and response. */
  limitMilliseconds: number
  /** Ends the attempt at once. */
  signal?: AbortSignal | undefined
}

/** Sends messages to webhooks. */
export interface WebhookSender {
  /**
   * Never rejects for what the receiver does. The words of `error` reveal nothing about networks that are not public.
   * @throws the signal's reason if it is aborted: nobody knows whether the receiver has the message.
   */
  send(request: WebhookRequest, options: SendOptions): Promise<WebhookResult>
}
