import type { FailingReason, WebhookAttempt, WebhookState } from '@cairn/contract/schemas/webhooks'
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
  /** Reports that an attempt has changed the state of a webhook, for the log. */
  readonly onStateChange?: ((change: WebhookStateChange) => void) | undefined
}

/** A state that an attempt has led to. It names the host only: the rest of the URL may be a secret. */
export type WebhookStateChange = {
  organizationId: string
  webhookId: string
  host: string
  from: WebhookState
  to: WebhookState
  /** Of a webhook that is failing, or that was paused because of it. */
  failingReason: FailingReason | null
} & Pick<WebhookAttempt, 'durationMilliseconds' | 'statusCode' | 'error'>

/** A signed message to a webhook. */
export type WebhookRequest = { url: string; headers: Readonly<Record<string, string>>; body: string }

/** The result of an attempt. `error` is null if the receiver accepted the message (status 2xx). */
export type WebhookResult = {
  statusCode: number | null
  error: string | null
  /** The time for which the receiver occupied the sender, by a clock that never goes back. */
  durationMilliseconds: number
}

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
