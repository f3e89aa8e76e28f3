import type { ServiceError } from '@cairn/contract/errors/errors'
import type { Door, ToolOperationId } from '@cairn/contract/mcp/doors'
import { parseJson } from '../../pipeline/checks/parse-json.ts'
import { checkBody } from '../../pipeline/checks/read-body.ts'
import { clientError } from '../../pipeline/errors.ts'
import type { HttpResponse, OperationEvent } from '../../pipeline/event.ts'
import { isToolOf } from '../call-tool.ts'
import { operationOfTask } from '../work/tasks.ts'

/** A message, or why there is none: as an error of the service, or in the form of the protocol. */
export type ReadMessage = { message: unknown } | { refusal: ServiceError } | { response: HttpResponse }

/** Reads the message of a request. Nothing is thrown, because a caller must be known before it learns what is wrong with a body. */
export function readMessage(event: OperationEvent): ReadMessage {
  try {
    checkBody(event)
    parseJson(event)
  } catch (error) {
    const refusal = clientError(error)
    // JSON-RPC 2.0, 5.1.
    return refusal.code === 'invalid_request'
      ? { response: protocolError(-32700, refusal.message) }
      : { refusal }
  }
  // The protocol has none since 2025-06-18.
  if (Array.isArray(event.body)) return { response: protocolError(-32600, 'Send one message a request.') }
  return { message: event.body }
}

function protocolError(code: number, message: string): HttpResponse {
  return {
    statusCode: 400,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } }),
  }
}

/**
 * Returns the operation that a message asks for, by which its request is counted and logged; undefined if it asks for none. The
 * message is not validated yet.
 */
export function operationOfMessage(door: Door, message: unknown): ToolOperationId | undefined {
  const { method, params } = fieldsOf(message)
  const { name, arguments: input } = fieldsOf(params)
  if (method !== 'tools/call') return operationOfTask(door, method)
  const tool = isToolOf(door, name) ? door.tools[name] : undefined
  return tool && (tool.operationOf?.(fieldsOf(input)) ?? tool.operations[0])
}

/** The tool that a message calls. */
export function toolOfMessage(door: Door, message: unknown): string | undefined {
  const { method, params } = fieldsOf(message)
  const { name } = fieldsOf(params)
  return method === 'tools/call' && isToolOf(door, name) ? name : undefined
}

/**
 * The run that a host says with a message: `_meta` of `params`, in the protocol's form. A host knows its sessions; a model makes ids up,
 * and may make up the same one as another.
 */
export function runOfMessage(message: unknown): string | undefined {
  const { params } = fieldsOf(message)
  const { _meta: meta } = fieldsOf(params)
  const runId = fieldsOf(meta)[runMetaKey]
  return typeof runId === 'string' && runId !== '' ? runId : undefined
}

const runMetaKey = 'cairn/runId'

function fieldsOf(value: unknown): Record<string, unknown> {
  return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {}
}
