import { type Operation, type OperationId, requiresOrigin } from '../../src/index.ts'
import { operationTexts } from './all-texts.ts'

/** The manual's text of an operation, with what follows from its declaration. */
export function describeOperation(operation: Operation): string {
  return [
    operationTexts[operation.id as OperationId],
    ...credentialTexts(operation),
    ...retryTexts(operation),
  ].join('\n\n')
}

function credentialTexts(operation: Operation): string[] {
  if (operation.credential === 'none') {
    return [
      requiresOrigin(operation)
        ? '**Credential**: none, but the `Origin` of the web app.'
        : '**Credential**: none.',
    ]
  }
  if (operation.credential === 'session_or_none') return ['**Credential**: a session, or none.']
  const origin = requiresOrigin(operation) ? ', with the `Origin` of the web app' : ''
  if (operation.credential === 'session') {
    return [`**Credential**: a session${origin}. A token is refused with \`unauthorized\`.`]
  }
  const scopes = operation.scopes.map((scope) => `\`${scope}\``).join(' or ')
  return [`**Credential**: a session${origin}, or a token with ${scopes}.`]
}

function retryTexts(operation: Operation): string[] {
  if (operation.repeated === 'first_response') {
    return [
      '**Repeating**: with the same `Idempotency-Key` and body, returns the first response for 24 hours.',
    ]
  }
  if (operation.repeated === 'secret_gone') {
    return [
      '**Repeating**: with the same `Idempotency-Key`, creates nothing more, and is `idempotency_secret_gone` with the id of what was created.',
    ]
  }
  if (operation.method === 'GET') return ['**Repeating**: safe.']
  return []
}
