import { readFileSync } from 'node:fs'
import type { OutputOf } from '@cairn/contract'
import type { OperationRequest } from '@cairn/contract/registry/operation'
import { operations } from '@cairn/contract/registry/registry'
import type { EventOf, EventType } from '@cairn/contract/schemas/feed/events'
import { expect, test } from 'vitest'
import { type OperationName, type Operations, routes } from './generated.ts'
import type { WebhookMessage } from './webhooks.ts'

type Contract = typeof operations
type ResponseOf<Name extends OperationName> = Awaited<ReturnType<Operations[Name]>>
type BodyOf<Request> = Request extends { body: infer Body } ? Body : undefined

/** The names of operations whose responses the client cannot hold. */
type WrongResponses = {
  [Name in OperationName]: OutputOf<Name> extends ResponseOf<Name> | undefined ? never : Name
}[OperationName]

/** The names of operations whose bodies the service does not take. */
type WrongBodies = {
  [Name in OperationName]: BodyOf<NonNullable<Parameters<Operations[Name]>[0]>> extends BodyOf<
    OperationRequest<Contract[Name]>
  >
    ? never
    : Name
}[OperationName]

test('the types are those of the contract', () => {
  // The compiler checks it: each list is of type never[] as long as nothing differs.
  const wrongResponses: WrongResponses[] = []
  const wrongBodies: WrongBodies[] = []
  expect([wrongResponses satisfies never[], wrongBodies satisfies never[]]).toEqual([[], []])
})

test('the routes are those of the operations that a token may call', () => {
  const ofTokens = Object.values(operations)
    .filter(({ id, credential }) => id === 'getHealth' || credential === 'session_or_token')
    .map((operation) => [
      operation.id,
      {
        method: operation.method,
        path: operation.path,
        status: operation.success.status,
        ...('unchanged' in operation.success && { unchanged: 200 }),
        ...('repeated' in operation && { isKeyed: true }),
        ...('repeatable' in operation && { repeatable: operation.repeatable }),
      },
    ])
  expect(routes).toEqual(Object.fromEntries(ofTokens))
})

/** The types of events whose messages the client's type cannot hold. */
type WrongMessages = {
  [Type in EventType]: EventOf<Type> & { goalUrl: string | null } extends Extract<
    WebhookMessage,
    { type: Type }
  >['data']
    ? never
    : Type
}[EventType]

test('the messages of webhooks are those of the OpenAPI document', () => {
  const wrong: WrongMessages[] = []
  expect(wrong satisfies never[]).toEqual([])
  // The compiler checks that it has every type.
  const types: Record<WebhookMessage['type'], true> = {
    'goal.published': true,
    'goal.reported': true,
    'goal.edited': true,
    'goal.deleted': true,
    'report.acknowledged': true,
    'goal.claimed': true,
    'goal.claim_ended': true,
    'question.asked': true,
    'question.answered': true,
    'question.withdrawn': true,
    'report.requested': true,
    'comment.created': true,
    'comment.edited': true,
    'comment.deleted': true,
    'label.created': true,
    'label.updated': true,
    'label.deleted': true,
    'member.joined': true,
    'member.left': true,
    'member.removed': true,
    'member.role_changed': true,
    'invitation.created': true,
    'invitation.accepted': true,
    'invitation.revoked': true,
    'webhook.test': true,
  }
  const document = JSON.parse(readFileSync(new URL('../../contract/openapi.json', import.meta.url), 'utf8'))
  expect(Object.keys(types).sort()).toEqual(Object.keys(document.webhooks).sort())
})
