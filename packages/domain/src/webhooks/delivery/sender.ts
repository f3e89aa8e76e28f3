/** A signed message to a webhook. */
export type WebhookRequest = { url: string; headers: Readonly<Record<string, string>>; body: string }

/** What came of an attempt. `error` is null if the receiver accepted the message (status 2xx). */
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
