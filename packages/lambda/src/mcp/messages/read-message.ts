import type { ServiceError } from '@cairn/contract/errors/errors'
import type { Tool } from '@cairn/contract/mcp/tool'
import { type ToolName, type ToolOperationId, tools } from '@cairn/contract/mcp/tools'
import { parseJson } from '../../pipeline/checks/parse-json.ts'
import { checkBody } from '../../pipeline/checks/read-body.ts'
import { clientError } from '../../pipeline/errors.ts'
import type { HttpResponse, OperationEvent } from '../../pipeline/event.ts'
import { isToolName } from '../call-tool.ts'

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
 * Returns the operation that a message asks for, by which its request is counted and logged; undefined if it calls no tool. The
 * message is not validated yet.
 */
export function operationOfMessage(message: unknown): ToolOperationId | undefined {
  const { method, params } = fieldsOf(message)
  const { name, arguments: input } = fieldsOf(params)
  if (method !== 'tools/call' || !isToolName(name)) return undefined
  const tool: Tool<ToolName, ToolOperationId> = tools[name]
  return tool.operationOf?.(fieldsOf(input)) ?? tool.operations[0]
}

/** The tool that a message calls. */
export function toolOfMessage(message: unknown): string | undefined {
  const { method, params } = fieldsOf(message)
  const { name } = fieldsOf(params)
  return method === 'tools/call' && isToolName(name) ? name : undefined
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {}
}
