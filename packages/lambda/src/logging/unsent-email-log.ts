import type { EmailKind } from '@cairn/domain/email/email-delivery'
import type { PublicRuntime } from '../configuration/runtime.ts'
import type { OperationEvent } from '../pipeline/event.ts'

/**
 * Writes one line about an email that was not sent although its operation succeeded. Only the name and the code of the error: mail
 * servers repeat the address in their messages.
 */
export function logUnsentEmail(
  { logger }: Pick<PublicRuntime, 'logger'>,
  event: OperationEvent,
  kind: EmailKind,
  cause: unknown,
): void {
  const { name, code } = (cause instanceof Error ? cause : {}) as { name?: string; code?: unknown }
  logger.error('email not sent', {
    requestId: event.requestContext.requestId,
    operation: event.operation?.id ?? 'unknown_route',
    email: kind,
    cause: typeof code === 'string' ? code : (name ?? 'unknown'),
  })
}
