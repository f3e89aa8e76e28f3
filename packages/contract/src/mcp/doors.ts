/** The doors of agents: addresses with tools of their own. They are one resource of OAuth, so one token opens both. */
import { type Endpoint, mcpEndpoint, mcpWorkEndpoint } from '../http/endpoints.ts'
import type { OperationId } from '../registry/registry.ts'
import type { AgentDoor } from './agent-setup.ts'
import type { Tool } from './tool.ts'
import { tools } from './tools.ts'
import { workTools } from './work-tools.ts'

export type Door = {
  id: AgentDoor
  endpoint: Endpoint
  tools: { readonly [name: string]: Tool<string, ToolOperationId> }
}

type Tools = typeof tools
type WorkTools = typeof workTools

/** The name of a tool of any door. */
export type AnyToolName = keyof Tools | keyof WorkTools

/** The operations that tools call. */
export type ToolOperationId =
  | Tools[keyof Tools]['operations'][number]
  | WorkTools[keyof WorkTools]['operations'][number]

export const doors: { readonly [Id in AgentDoor]: Door } = {
  /** For agents that keep goals: brief, find, read, publish, edit, report. */
  keep: { id: 'keep', endpoint: mcpEndpoint, tools },
  /** For agents that work through goals: take, report, ask, hand over. */
  work: { id: 'work', endpoint: mcpWorkEndpoint, tools: workTools },
}

/** The tools of all doors. Two of them have tools with one name. */
export const allTools: readonly Tool<string, OperationId>[] = Object.values(doors).flatMap((door) =>
  Object.values(door.tools),
)
