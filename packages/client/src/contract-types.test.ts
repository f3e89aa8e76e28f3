import type { OutputOf } from '@cairn/contract'
import type { OperationRequest } from '@cairn/contract/operation'
import { operations } from '@cairn/contract/registry'
import { expect, test } from 'vitest'
import { type OperationName, type Operations, routes } from './generated.ts'

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
        ...('repeated' in operation && { isKeyed: true }),
      },
    ])
  expect(routes).toEqual(Object.fromEntries(ofTokens))
})
