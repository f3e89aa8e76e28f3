import type { Tool } from '@cairn/contract/mcp/tool'
import { type ToolName, type ToolOperationId, tools } from '@cairn/contract/mcp/tools'
import { isToolName } from '../call-tool.ts'

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
