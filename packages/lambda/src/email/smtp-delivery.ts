/**
 * Sends email through an SMTP server (RFC 5321), within the time that a request can spare. Each email has a connection of its own.
 *
 * If the connection breaks or the time is over after the server has the email, nobody knows whether it was taken. Then the delivery
 * fails, and may be made twice.
 */
import {
  type EmailDelivery,
  type EmailMessage,
  EmailRefusedError,
  EmailThrottledError,
} from '@cairn/domain/accounts/email/email-delivery'
import type { SmtpConfiguration } from './email-configuration.ts'
import { unsubscribeHeaders } from './unsubscribe-headers.ts'

/** In milliseconds: for the connection and the greeting, and for the whole delivery. */
type SmtpLimits = { connection: number; delivery: number }

/** A request has 8 seconds, and a password hash and a write come before the email. */
export const smtpLimits: SmtpLimits = { connection: 2_000, delivery: 5_000 }

export function createSmtpDelivery(
  { host, port, tls, login, from }: SmtpConfiguration,
  limits: SmtpLimits = smtpLimits,
): EmailDelivery {
  const options = {
    host,
    port,
    secure: tls === 'tls',
    // A server that does not offer TLS, or whose offer somebody removed, gets neither the password nor the email.
    requireTLS: tls === 'starttls',
    ignoreTLS: tls === 'off',
    // Covers the greeting and STARTTLS.
    connectionTimeout: limits.connection,
    socketTimeout: limits.delivery,
    // No email of ours names a file or an address to attach.
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(login && { auth: { user: login.user, pass: login.password } }),
  }
  return {
    enabled: true,
    deliver: async (message, signal) => {
      const { createTransport } = await import('./smtp-client.ts')
      const transport = createTransport(options)
      const limit = AbortSignal.timeout(limits.delivery)
      const end = signal ? AbortSignal.any([limit, signal]) : limit
      try {
        // The connection is closed at once when the time is over, even if the server keeps it busy.
        await transport.sendMail({ ...envelopeOf(message, from), signal: end })
      } catch (error) {
        throw end.aborted ? end.reason : failureOf(error)
      } finally {
        transport.close()
      }
    },
  }
}

/** Addresses as objects: in a text, a comma or a line break would add a recipient. */
function envelopeOf(message: EmailMessage, from: SmtpConfiguration['from']) {
  const { to, subject, text, html } = message
  const headers = unsubscribeHeaders(message).map(({ name, value }) => ({ key: name, value }))
  return {
    from,
    to: { name: '', address: to },
    subject,
    text,
    html,
    headers: [
      ...headers,
      // Answering machines do not answer (RFC 3834).
      { key: 'Auto-Submitted', value: 'auto-generated' },
    ],
  }
}

type SmtpError = Error & { code?: string; responseCode?: number; response?: string }

/**
 * Returns the error without what a server said, which may repeat the address and quote the email, and without the envelope, which the
 * library adds. The server has permanently refused recipient or email with 5yz (RFC 5321), not the login or the sender's network.
 */
function failureOf(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { code, responseCode, response = '' } = error as SmtpError
  // "454 Throttling failure: Maximum sending rate exceeded" (SES), "421 4.7.0 Too many emails", "452 4.5.3 Quota exceeded".
  if (responseCode !== undefined && responseCode < 500 && /throttl|rate|quota|too many/i.test(response)) {
    return new EmailThrottledError(`The email server takes no more emails: ${responseCode}.`)
  }
  const isAboutEmail = code === 'EENVELOPE' || code === 'EMESSAGE'
  if (isAboutEmail && responseCode !== undefined && responseCode >= 500) {
    return new EmailRefusedError(`The email server refused the email: ${responseCode}.`, code)
  }
  if (!isAboutEmail && responseCode === undefined) return error
  const reason = responseCode ?? 'no envelope for this email'
  return Object.assign(new Error(`The email server did not take the email: ${reason}.`), { code })
}
