/** The work of people, programs and agents, each at its own pace. */
import { setTimeout as pause } from 'node:timers/promises'
import { createCairnClient } from '@cairn/client'
import { failed, type Measurements, measured } from './measure.ts'
import type { LoadSettings } from './settings.ts'
import type { Tenant } from './tenants.ts'

type Act = () => Promise<void>

/** Runs everybody of a tenant until the signal is aborted. The requests that have begun end. */
export async function useTenant(
  { secret, goalIds }: Tenant,
  settings: LoadSettings,
  measurements: Measurements,
  signal: AbortSignal,
): Promise<void> {
  const { origin, people, reporters, agents, pollSeconds, workSeconds } = settings
  // An attempt that fails is an error, not a longer request.
  const cairn = createCairnClient({
    origin,
    token: secret,
    userAgent: 'cairn-load/1',
    maximumAttempts: 1,
    allowInsecureOrigin: true,
  })
  const goalOf = (number: number) => goalIds[number % goalIds.length] ?? ''

  /** A page: what happened since it asked last. */
  function person(): Act {
    let after: string | undefined
    return async () => {
      const query = after === undefined ? ({ order: 'desc', limit: 1 } as const) : { after, limit: 100 }
      const page = await measured(measurements, 'news', () => cairn.listEvents({ query }))
      after = page?.cursor ?? after
    }
  }

  function reporter(number: number): Act {
    const goalId = goalOf(number)
    return async () => {
      const report = { summary: 'Ten trees', details: 'Planted.', health: 'on_track' as const }
      await measured(measurements, 'report', () => cairn.report(goalId, report, { onConflict: () => true }))
    }
  }

  /** An agent: reads its brief, and reports on a goal of it. */
  function agent(number: number): Act {
    const goalId = goalOf(number + reporters)
    return async () => {
      await measured(measurements, 'agent: brief', () => callTool(origin, secret, 'brief', {}))
      const goal = await cairn
        .getGoal({ params: { goalId } })
        .catch((error: unknown) => failed(measurements, 'agent: report', error))
      if (!goal) return
      await measured(measurements, 'agent: report', () =>
        callTool(origin, secret, 'report_progress', {
          goalId,
          expectedRevision: goal.goal.revision,
          status: 'active',
          summary: `Round ${goal.goal.revision}`,
          details: 'Planted.',
        }),
      )
    }
  }

  const paced = [
    ...Array.from({ length: people }, () => [person(), pollSeconds] as const),
    ...Array.from({ length: reporters }, (_, number) => [reporter(number), workSeconds] as const),
    ...Array.from({ length: agents }, (_, number) => [agent(number), workSeconds] as const),
  ]
  await Promise.all(paced.map(([act, every]) => repeat(act, every * 1_000, signal)))
}

/** Acts at regular times, the first at a random one of them. What takes longer delays the next. */
async function repeat(act: Act, every: number, signal: AbortSignal): Promise<void> {
  let next = performance.now() + Math.random() * every
  while (await reached(next, signal)) {
    await act()
    next = Math.max(next + every, performance.now())
  }
}

/** Waits for a time; returns false if the signal was aborted before. */
async function reached(time: number, signal: AbortSignal): Promise<boolean> {
  try {
    await pause(Math.max(0, time - performance.now()), undefined, { signal })
  } catch {
    // It was aborted.
  }
  return !signal.aborted
}

const protocolVersion = '2026-07-28'

/** @throws an error with `code` and `status` if the call was refused. */
async function callTool(origin: string, secret: string, name: string, input: object): Promise<void> {
  const method = 'tools/call'
  const response = await fetch(`${origin}/mcp`, {
    method: 'POST',
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      authorization: `Bearer ${secret}`,
      'mcp-protocol-version': protocolVersion,
      'mcp-method': method,
      'mcp-name': name,
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method,
      params: {
        name,
        arguments: input,
        _meta: {
          'io.modelcontextprotocol/protocolVersion': protocolVersion,
          'io.modelcontextprotocol/clientInfo': { name: 'cairn-load', version: '1' },
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      },
    }),
    signal: AbortSignal.timeout(30_000),
  })
  type Body = {
    result?: { isError?: boolean; structuredContent?: { error?: { code?: string } } }
    error?: object
  }
  const body = (await response.json()) as Body
  if (response.ok && body.result && body.result.isError !== true) return
  const code = body.result?.structuredContent?.error?.code ?? JSON.stringify(body.error)
  // Somebody reported first: the agent gets what it missed, and goes on from there.
  if (code === 'goal_revision_conflict') return
  throw Object.assign(new Error(`The call of ${name} was refused.`), { status: response.status, code })
}
