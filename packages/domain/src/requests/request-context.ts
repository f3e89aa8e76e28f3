import type { EmailDelivery, EmailKind } from '../accounts/email/email-delivery.ts'
import type { WebhookTargets } from '../programs/webhooks/target/webhook-target.ts'
import type { Context } from './context.ts'
import type { RateLimitSubject } from './rate-limits/limits.ts'

/** Settings of the installation. */
export type Settings = {
  /** Scheme, host and port of the web app, without a trailing slash. */
  readonly webOrigin: string
  readonly invitationLifetimeDays: number
  /** The addresses that webhooks may have. */
  readonly webhookTargets: WebhookTargets
}

export type CookieName = 'session' | 'registration' | 'sign-in' | 'consent'

/** The service's own cookies in the browser that sent the request. */
export type Cookies = {
  /** Returns undefined if the browser sent no such cookie, or several that differ. */
  read(name: CookieName): string | undefined
  /** Takes effect if the operation succeeds. */
  set(name: CookieName, value: string, lifetimeSeconds: number): void
  /** Takes effect if the operation succeeds. */
  clear(name: CookieName): void
}

/** The context of operations that limit attempts, build links or use cookies. */
export type RequestContext = Context & {
  readonly rateLimitSubject: RateLimitSubject
  readonly settings: Settings
  readonly cookies: Cookies
  /** Logs that an email about a change was not sent, without its address and text. */
  readonly reportUnsentEmail: (kind: EmailKind, cause: unknown) => void
}

/** The context of operations that send email. */
export type EmailContext = RequestContext & { readonly email: EmailDelivery }
