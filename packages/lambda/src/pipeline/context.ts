import { isIP } from 'node:net'
import { languageOfHeader } from '@cairn/contract/http/language'
import { createRequestTasks } from '@cairn/domain/background/request-tasks'
import type { RateLimitSubject } from '@cairn/domain/requests/rate-limits/limits'
import type { RequestContext } from '@cairn/domain/requests/request-context'
import { createRequestCookies } from '../auth/cookies.ts'
import { providers } from '../auth/providers.ts'
import type { Configuration } from '../configuration/configuration.ts'
import type { Runtime } from '../configuration/runtime.ts'
import { logUnsentEmail } from '../logging/unsent-email-log.ts'
import { type HttpEvent, headerOf, type OperationEvent } from './event.ts'

/**
 * Whom the rate limits of a request apply to: the address of the connection, or the one that a trusted proxy in front
 * writes into `CLIENT_ADDRESS_HEADER`. Headers that clients can set themselves, such as X-Forwarded-For, are never read.
 * Behind an authenticating proxy every connection is the proxy's, and its address says nothing about a client.
 */
function rateLimitSubjectOf(
  { rateLimits, clientAddressHeader, auth }: Configuration,
  event: Pick<HttpEvent, 'headers' | 'requestContext'>,
): RateLimitSubject {
  const connection = providers[auth.provider].isProxy ? undefined : event.requestContext.http.sourceIp
  const reported = clientAddressHeader && headerOf(event, clientAddressHeader)?.trim()
  return { limits: rateLimits, address: reported && isIP(reported) ? reported : connection }
}

/** The domain's context of a request. */
export function contextOf(runtime: Runtime, event: OperationEvent): RequestContext {
  event.context ??= createContext(runtime, event)
  return event.context
}

function createContext(runtime: Runtime, event: OperationEvent): RequestContext {
  const { configuration, database, cursors, changes } = runtime
  const { webOrigin, invitationLifetimeDays, webhookTargets } = configuration
  event.requestTasks = createRequestTasks()
  return {
    database: { ...database, deadline: event.deadline },
    cursors,
    changes,
    now: event.now,
    runInBackground: event.requestTasks.run,
    rateLimitSubject: rateLimitSubjectOf(configuration, event),
    settings: { webOrigin, invitationLifetimeDays, webhookTargets },
    cookies: createRequestCookies(webOrigin, event),
    userAgent: userAgentOf(event),
    language: languageOfHeader(headerOf(event, 'accept-language')),
    reportUnsentEmail: (kind, cause) => logUnsentEmail(runtime, event, kind, cause),
  }
}

const userAgentMaximumLength = 300

/** Only characters that a header may have (RFC 9110, 5.5): the list of sessions shows it. */
function userAgentOf(event: OperationEvent): string | undefined {
  const text = headerOf(event, 'user-agent')
    ?.replaceAll(/[^\x20-\x7e]+/g, ' ')
    .trim()
  return text ? text.slice(0, userAgentMaximumLength) : undefined
}
