import type { ServiceError } from '@cairn/contract/errors/errors'
import type { Door } from '@cairn/contract/mcp/doors'
import type * as z from 'zod'
import { parse } from '../pipeline/checks/validate-input.ts'
import { clientError } from '../pipeline/errors.ts'
import { adaptArguments } from './adapt-arguments.ts'
import { refusedResult } from './results/refused-result.ts'
import type { ToolResult } from './results/tool-result.ts'
import type { AnyToolHandler, ToolCall } from './tool-call.ts'
import { toolHandlers } from './tool-handlers.ts'

/** Whether a door has a tool of this name. */
export function isToolOf({ tools }: Door, name: unknown): name is string {
  return typeof name === 'string' && Object.hasOwn(tools, name)
}

export type ToolOutcome = { refusal?: ServiceError | undefined }

/**
 * Calls a tool that the door has. Whatever it throws becomes a refused result: the protocol would pass the message of any error to the
 * client.
 */
export async function callTool(
  name: string,
  input: unknown,
  call: ToolCall,
): Promise<ToolOutcome & { result: ToolResult }> {
  const { door } = call
  try {
    const schema = door.tools[name]?.input() as z.ZodType
    const parsed = parse(schema, adaptArguments(schema, input ?? {}))
    const handler = toolHandlers[door.id][name] as AnyToolHandler
    const result = await handler(call, parsed)
    return { result, refusal: call.refusal }
  } catch (error) {
    const refusal = clientError(error)
    return { result: await refusedResult(refusal, call), refusal }
  }
}
