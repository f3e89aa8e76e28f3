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
export type Answer = () => Promise<APIGatewayProxyStructuredResultV2>

export type RecordingGateway = {
  gateway: Gateway
  origin: string
  handlers: GatewayHandlers
  /** What the handlers were given since the last `reset`. */
  invocations: Invocation[]
  logged: string[]
  answerWith(answer: Answer): void
  /** Forgets what was recorded; answers are 200 again. */
  reset(): void
  /** Sends bytes as they are, which no HTTP client would, and answers all that comes back. */
  sendRaw(...lines: string[]): Promise<string>
}

export const recordedNow = new Date('2026-11-20T10:00:00.123Z')

/** A gateway before handlers that record what they are given and answer what the test wants. */
export async function startRecordingGateway(
  limits: GatewayOptions['limits'] = {},
): Promise<RecordingGateway> {
  const invocations: Invocation[] = []
  const logged: string[] = []
  const emptyAnswer: Answer = async () => ({ statusCode: 200, body: '{}' })
  let answer = emptyAnswer

  const recorder = (handler: string) => async (event: APIGatewayProxyEventV2, context: Context) => {
    invocations.push({ handler, event, context })
    return answer()
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
    answerWith: (wanted) => {
      answer = wanted
    },
    reset: () => {
      invocations.length = 0
      logged.length = 0
      answer = emptyAnswer
    },
    sendRaw: (...lines) => {
      const socket = connect(gateway.port, '127.0.0.1')
      socket.write(lines.join('\r\n'), 'latin1')
      return text(socket)
    },
  }
}
