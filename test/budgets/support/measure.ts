import { requestPath } from '@cairn/contract/http/client'
import type { Operation } from '@cairn/contract/registry/operation'
import type { ExampleRequest } from '../../support/operations/example.ts'
import { sentBodyOf, typeOfSent } from '../../support/requests/exchange.ts'
import type { EngineCall } from '../../support/service/engine-call.ts'
import type { BudgetWorld } from './world.ts'

export type Measured = {
  status: number
  /** Sequential round trips to the engine. */
  trips: number
  calls: readonly EngineCall[]
}

/** Sends a request to the counted service as a browser or a program would. */
export async function measure(
  { counted, recorder }: BudgetWorld,
  operation: Operation,
  request: ExampleRequest,
  headers: Record<string, string>,
): Promise<Measured> {
  recorder.reset()
  const response = await fetch(counted.origin + requestPath(operation, request), {
    method: operation.method,
    redirect: 'manual',
    headers: {
      ...headers,
      ...(request.body !== undefined && { 'content-type': typeOfSent(request.body) ?? '' }),
    },
    ...(request.body !== undefined && { body: sentBodyOf(request.body) ?? '' }),
  })
  await response.arrayBuffer()
  return { status: response.status, trips: recorder.waves, calls: [...recorder.calls] }
}

/** `GetItem`, `Query gsi1` and so on, trip by trip, for the message of a failed test. */
export function describeCalls(calls: readonly EngineCall[]): string[] {
  const trips = Map.groupBy(calls, ({ wave }) => wave)
  return [...trips.values()].map((trip) =>
    trip
      .map(({ operation, body }) => [operation, body.IndexName].filter(Boolean).join(' '))
      .toSorted()
      .join(' + '),
  )
}
