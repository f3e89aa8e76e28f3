import type { OutputOf } from '@cairn/contract/registry/registry'
import { operations } from '@cairn/contract/registry/registry'
import type { Meter } from '../../../infra/cost/meter.ts'
import type { CallRecorder } from '../../support/service/call-recorder.ts'
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
  { recorder, meter }: { recorder: CallRecorder; meter: Meter },
  cookie: string,
  query: Record<string, string>,
): Promise<PageCost> {
  recorder.reset()
  meter.take()
  const { path } = operations.listGoals
  const response = await fetch(`${origin}${path}?${new URLSearchParams(query)}`, { headers: { cookie } })
  const { goals, nextCursor } = (await response.json()) as OutputOf<'listGoals'>
  const { reads, largest } = meter.take()
  return {
    goals: goals.length,
    nextCursor,
    calls: recorder.calls.map((call) => describeCalls([call]).join()).toSorted(),
    units: reads,
    highest: largest,
  }
}
