import type { ServiceError } from '@cairn/contract/errors/errors'
import { type ToolName, tools } from '@cairn/contract/mcp/tools'
import type * as z from 'zod'
import { parse } from '../pipeline/checks/validate-input.ts'
import { clientError } from '../pipeline/errors.ts'
import { adaptArguments } from './adapt-arguments.ts'
import { refusedResult } from './results/refused-result.ts'
import type { ToolResult } from './results/tool-result.ts'
import type { ToolCall, ToolHandler } from './tool-call.ts'
import { brief } from './tools/brief.ts'
import { editGoal } from './tools/edit-goal.ts'
import { findGoals } from './tools/find-goals.ts'
import { getGoal } from './tools/get-goal.ts'
import { getHistory } from './tools/get-history.ts'
import { manageLabels } from './tools/manage-labels.ts'
import { publishGoal } from './tools/publish-goal.ts'
import { reportProgress } from './tools/report-progress.ts'

const toolHandlers: { [Name in ToolName]: ToolHandler<Name> } = {
  brief,
  find_goals: findGoals,
  get_goal: getGoal,
  publish_goal: publishGoal,
  edit_goal: editGoal,
  report_progress: reportProgress,
  get_history: getHistory,
  manage_labels: manageLabels,
}

export function isToolName(name: unknown): name is ToolName {
  return typeof name === 'string' && Object.hasOwn(tools, name)
}

export type ToolOutcome = { result: ToolResult; refusal?: ServiceError }

/** Calls a tool. Whatever it throws becomes a refused result: the protocol would pass the message of any error to the client. */
export async function callTool(name: ToolName, input: unknown, call: ToolCall): Promise<ToolOutcome> {
  try {
    const schema = tools[name].input() as z.ZodType
    const parsed = parse(schema, adaptArguments(schema, input ?? {}))
    const handler = toolHandlers[name] as ToolHandler<ToolName>
    return { result: await handler(call, parsed as never) }
  } catch (error) {
    const refusal = clientError(error)
    return { result: await refusedResult(refusal, call), refusal }
  }
}
