import { BatchGetCommand, GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import type { OutputOf } from '@cairn/contract/registry'
import { operations } from '@cairn/contract/registry'
import type { Database } from '@cairn/domain/database/client'
import type { CallRecorder } from '../../support/service/call-recorder.ts'
import type { EngineCall } from '../../support/service/engine-proxy.ts'
import { describeCalls } from './measure.ts'

export type PageCost = {
  goals: number
  nextCursor: string | null
  /** Kinds of calls, sorted. */
  calls: string[]
  /** Read units of the whole request, and of its most expensive call. */
  units: number
  highest: number
}

/** The cost of a page of goals, credential and labels included. */
export async function measurePage(
  origin: string,
  { recorder, database }: { recorder: CallRecorder; database: Database },
  cookie: string,
  query: Record<string, string>,
): Promise<PageCost> {
  recorder.reset()
  const { path } = operations.listGoals
  const response = await fetch(`${origin}${path}?${new URLSearchParams(query)}`, { headers: { cookie } })
  const { goals, nextCursor } = (await response.json()) as OutputOf<'listGoals'>
  const calls = [...recorder.calls]
  const units = await Promise.all(calls.map((call) => readUnitsOf(database, call)))
  return {
    goals: goals.length,
    nextCursor,
    calls: calls.map((call) => describeCalls([call]).join()).toSorted(),
    units: units.reduce((sum, some) => sum + some, 0),
    highest: Math.max(...units),
  }
}

/** Repeats the call and returns its cost. */
async function readUnitsOf({ client }: Database, { operation, body }: EngineCall): Promise<number> {
  const input = { ...body, ReturnConsumedCapacity: 'TOTAL' } as never
  if (operation === 'GetItem') {
    return (await client.send(new GetCommand(input))).ConsumedCapacity?.CapacityUnits ?? Number.NaN
  }
  if (operation === 'Query') {
    return (await client.send(new QueryCommand(input))).ConsumedCapacity?.CapacityUnits ?? Number.NaN
  }
  if (operation === 'BatchGetItem') {
    const { ConsumedCapacity = [] } = await client.send(new BatchGetCommand(input))
    return ConsumedCapacity.reduce((sum, { CapacityUnits = Number.NaN }) => sum + CapacityUnits, 0)
  }
  throw new Error(`A page must not be read by ${operation}.`)
}
