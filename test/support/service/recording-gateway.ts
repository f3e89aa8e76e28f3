import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import {
  type Gateway,
  type GatewayHandlers,
  type GatewayOptions,
  startGateway,
} from '@cairn/local/gateway/gateway'
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda'

export type Invocation = { handler: string; event: APIGatewayProxyEventV2; context: Context }
export type Respond = () => Promise<APIGatewayProxyStructuredResultV2>

export type RecordingGateway = {
  gateway: Gateway
  origin: string
  handlers: GatewayHandlers
  /** Invocations of the handlers since the last `reset`. */
  invocations: Invocation[]
  logged: string[]
  respondWith(respond: Respond): void
  /** Forgets what was recorded, and responds with 200 again. */
  reset(): void
  /** Sends bytes unchanged, as no HTTP client would. Returns everything received. */
  sendRaw(...lines: string[]): Promise<string>
}

export const recordedNow = new Date('2026-11-20T10:00:00.123Z')

/** A gateway in front of handlers that record invocations and respond as the test wants. */
export async function startRecordingGateway(
  limits: GatewayOptions['limits'] = {},
): Promise<RecordingGateway> {
  const invocations: Invocation[] = []
  const logged: string[] = []
  const respondEmpty: Respond = async () => ({ statusCode: 200, body: '{}' })
  let respond = respondEmpty

  const recorder = (handler: string) => async (event: APIGatewayProxyEventV2, context: Context) => {
    invocations.push({ handler, event, context })
    return respond()
  }
  const handlers: GatewayHandlers = {
    groups: {
      health: recorder('health'),
      auth: recorder('auth'),
      organizations: recorder('organizations'),
      invitations: recorder('invitations'),
      'api-tokens': recorder('api-tokens'),
      goals: recorder('goals'),
      'goal-labels': recorder('goal-labels'),
      'goal-views': recorder('goal-views'),
      'goal-claims': recorder('goal-claims'),
      'goal-questions': recorder('goal-questions'),
      'goal-comments': recorder('goal-comments'),
      inbox: recorder('inbox'),
      events: recorder('events'),
      webhooks: recorder('webhooks'),
      notifications: recorder('notifications'),
      oauth: recorder('oauth'),
      mcp: recorder('mcp'),
    },
    fallback: recorder('fallback'),
  }
  const gateway = await startGateway({
    port: 0,
    handlers: Promise.resolve(handlers),
    clock: () => recordedNow,
    limits,
    logError: (message, _, cause) => logged.push(`${message} ${cause}`),
  })

  return {
    gateway,
    origin: `http://localhost:${gateway.port}`,
    handlers,
    invocations,
    logged,
    respondWith: (wanted) => {
      respond = wanted
    },
    reset: () => {
      invocations.length = 0
      logged.length = 0
      respond = respondEmpty
    },
    sendRaw: (...lines) => {
      const socket = connect(gateway.port, '127.0.0.1')
      socket.write(lines.join('\r\n'), 'latin1')
      return text(socket)
    },
  }
}
