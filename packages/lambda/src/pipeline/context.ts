import { languageOfHeader } from '@cairn/contract/http/language'
import { createRequestTasks } from '@cairn/domain/background/request-tasks'
import type { RequestContext } from '@cairn/domain/requests/request-context'
import { createRequestCookies } from '../auth/cookies/request-cookies.ts'
import type { Runtime } from '../configuration/runtime.ts'
import { logUnsentEmail } from '../logging/unsent-email-log.ts'
import { headerOf, type OperationEvent } from './event.ts'
import { rateLimitSubjectOf } from './rate-limit-subject.ts'

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
