import type { EmailKind } from '@cairn/domain/accounts/email/email-delivery'
import { emailFailure } from '@cairn/domain/accounts/email/email-delivery'
import type { PublicRuntime } from '../configuration/runtime.ts'
import type { OperationEvent } from '../pipeline/event.ts'

/** Writes one line about an email that was not sent although its operation succeeded. */
export function logUnsentEmail(
  { logger }: Pick<PublicRuntime, 'logger'>,
  event: OperationEvent,
  kind: EmailKind,
  cause: unknown,
): void {
  logger.error('email not sent', {
    requestId: event.requestContext.requestId,
    operation: event.operation?.id ?? 'unknown_route',
    email: kind,
    cause: emailFailure(cause),
  })
}
