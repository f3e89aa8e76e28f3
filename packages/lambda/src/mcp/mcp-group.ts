import { ServiceError } from '@cairn/contract/errors/errors'
import { mcpEndpoint } from '@cairn/contract/http/endpoints'
import { type Door, doors, type ToolOperationId } from '@cairn/contract/mcp/doors'
import { eventsOperations } from '@cairn/contract/operations/events'
import { goalClaimsOperations } from '@cairn/contract/operations/goal-claims'
import { goalCommentsOperations } from '@cairn/contract/operations/goal-comments'
import { goalLabelsOperations } from '@cairn/contract/operations/goal-labels'
import { goalQuestionsOperations } from '@cairn/contract/operations/goal-questions'
import { goalsOperations } from '@cairn/contract/operations/goals'
import type { Operation } from '@cairn/contract/registry/operation'
import type { Access } from '@cairn/domain/requests/access'
import type { Implementation } from '@cairn/domain/requests/operation'
import { hashSecret } from '@cairn/domain/requests/secrets'
import { createSessionReader } from '../auth/create-session-reader.ts'
import { type Credential, credentialOf } from '../auth/credentials/credential.ts'
import type { Runtime } from '../configuration/runtime.ts'
import { allows, requireScope } from '../pipeline/checks/check-scope.ts'
import { maximumAnonymousBodyBytes } from '../pipeline/checks/read-body.ts'
import { parseInput } from '../pipeline/checks/validate-input.ts'
import { contextOf } from '../pipeline/context.ts'
import { type GroupHandler, type HttpResponse, headerOf, type OperationEvent } from '../pipeline/event.ts'
import type { AnyImplementation } from '../pipeline/operation.ts'
import { createRequestPipeline } from '../pipeline/request-pipeline.ts'
import { RouteError, routeKeyOf } from '../pipeline/route.ts'
import { withAccess } from '../pipeline/with-access.ts'
import { withinDeadline } from '../pipeline/within-deadline.ts'
import { operationOfMessage, readMessage, runOfMessage, toolOfMessage } from './messages/read-message.ts'
import { serveMessage } from './messages/serve-message.ts'
import type { ToolCall } from './tool-call.ts'

const toolOperations = {
  ...goalsOperations,
  ...goalClaimsOperations,
  ...goalQuestionsOperations,
  ...goalCommentsOperations,
  ...goalLabelsOperations,
  ...eventsOperations,
}

const doorsByRoute = new Map(Object.values(doors).map((door) => [routeKeyOf(door.endpoint), door]))

/** An implementation of every operation that a tool calls. */
export type ToolImplementations = { [Id in ToolOperationId]: Implementation<Id> }

/** The access of messages that call no tool: a token with any scope may send them. They count as requests, not as writes. */
const anyMessageOf = ({ endpoint }: Door) => ({ ...eventsOperations.getMe, id: endpoint.id }) as Operation
const anyMessages = { keep: anyMessageOf(doors.keep), work: anyMessageOf(doors.work) }

/**
 * Builds the Lambda handler of `POST /mcp` and `POST /mcp/work`.
 *
 *   respond ─▶ distribution secret ─▶ Origin ─▶ bearer token ─▶ access ─▶ body ─▶ protocol ─▶ tool ─▶ scope ─▶ input ─▶ the operation
 *
 * A tool runs the operations of the API with the access of the request. The credential is verified once, and the request is counted
 * and logged as the operation that its tool runs.
 */
export function createMcpGroup(runtime: Runtime, implementations: ToolImplementations): GroupHandler {
  const { webOrigin } = runtime.configuration
  const sessions = createSessionReader(runtime.configuration)
  const challenge = `Bearer resource_metadata="${webOrigin}/.well-known/oauth-protected-resource${mcpEndpoint.path}"`

  /**
   * Refuses a message whose token is not valid, before the message is read. That takes another trip and counts as one more request, for the
   * first large message of a caller in a process only.
   */
  const verify = withAccess(anyMessages.keep, runtime, sessions, async ({ access }) => {
    await (access as Access).role
    return {}
  })

  return createRequestPipeline(runtime, (event) =>
    withinDeadline(event, async () => {
      event.challenge = challenge
      const door = doorsByRoute.get(event.routeKey)
      if (!door) throw new RouteError()
      const anyMessage = anyMessages[door.id]
      event.operation = anyMessage
      refuseOtherOrigin(event)
      // A page of any site could send a session, and the protocol is for programs.
      const credential = credentialOf(event, sessions)
      if (credential.kind === 'session') {
        throw new ServiceError('unauthorized', 'Send an access token: Authorization: Bearer <token>.')
      }
      if (costsMoreThanToken(event) && !isKnown(credential)) await verify(event)
      const read = readMessage(event)
      const id = 'message' in read ? operationOfMessage(door, read.message) : undefined
      if ('message' in read) event.tool = toolOfMessage(door, read.message)
      const operation: Operation = id === undefined ? anyMessage : toolOperations[id]
      event.operation = operation
      const refusals = new WeakMap<HttpResponse, ServiceError>()
      const respond = withAccess(operation, runtime, sessions, async (verified) => {
        if ('refusal' in read) throw read.refusal
        if ('response' in read) return read.response
        // Operations await the role themselves.
        if (id === undefined) await (verified.access as Access).role
        return serve(verified, door, read.message, refusals)
      })
      const response = await respond(event)
      event.toolRefusal = refusals.get(response)
      return response
    }),
  )

  /** Anybody may make up a token, and reading a large message takes more time than refusing one. */
  function costsMoreThanToken({ body }: OperationEvent): boolean {
    return String(body ?? '').length > maximumAnonymousBodyBytes
  }

  function isKnown(credential: Credential): boolean {
    return 'secret' in credential && runtime.callers.recall(hashSecret(credential.secret)) !== undefined
  }

  /**
   * Pages of other origins call tools with a token. Refused are those that send a person's cookies along, and those for which the
   * service is their own origin, by a name that is not its own (DNS rebinding).
   */
  function refuseOtherOrigin(event: OperationEvent): void {
    const origin = headerOf(event, 'origin')
    if (origin === undefined || origin === webOrigin) return
    const isRebound = URL.parse(origin)?.host === headerOf(event, 'host')
    if (event.cookies === undefined && !isRebound) return
    throw new ServiceError('origin_not_allowed', 'Pages of other origins call tools without cookies.')
  }

  async function serve(
    event: OperationEvent,
    door: Door,
    message: unknown,
    refusals: WeakMap<HttpResponse, ServiceError>,
  ): Promise<HttpResponse> {
    const access = event.access as Access
    let refusal: ServiceError | undefined
    const response = await serveMessage(
      event,
      message,
      {
        door,
        offers: (name) =>
          door.tools[name]?.operations.some((id) => allows(toolOperations[id], access)) ?? false,
        call: (clientInfo) => toolCall(event, access, { door, clientInfo, hostRunId: runOfMessage(message) }),
      },
      (outcome) => {
        refusal = outcome.refusal
      },
    )
    // Whether a grant has ended, or its organization sends too many requests, is known with the role. No result of a tool would make
    // the client ask for access again, or wait.
    if (refusal?.status === 401 || refusal?.status === 429) throw refusal
    if (refusal) refusals.set(response, refusal)
    return response
  }

  function toolCall(
    event: OperationEvent,
    access: Access,
    { door, clientInfo, hostRunId }: Pick<ToolCall, 'door' | 'clientInfo' | 'hostRunId'>,
  ): ToolCall {
    const context = contextOf(runtime, event)
    const accessFor = (id: ToolOperationId): Access => {
      const operation: Operation = toolOperations[id]
      requireScope(operation, access)
      return access
    }
    let isReplayed = false
    let refusal: ServiceError | undefined
    const noteReplay = () => {
      isReplayed = true
    }
    return {
      get isReplayed() {
        return isReplayed
      },
      get refusal() {
        return refusal
      },
      noteRefusal(noted) {
        refusal = noted
      },
      door,
      hostRunId,
      database: context.database,
      cursors: context.cursors,
      access,
      clientInfo: clientInfo && { name: clientInfo.name, version: clientInfo.version },
      accessFor,
      async run(id, { params, query, body }, options) {
        const own = accessFor(id)
        const input = parseInput(toolOperations[id], { params, query: () => withoutUndefined(query), body })
        const implementation = implementations[id] as AnyImplementation
        isReplayed = false
        const noted = { noteReplay, noteUnchanged: noteReplay }
        return (await implementation({ ...context, ...options, ...noted }, own, input)) as never
      },
    }
  }
}

function withoutUndefined(query: Record<string, string | undefined> = {}): object {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined))
}
