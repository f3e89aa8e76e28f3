import type { Group, Method } from './operation.ts'

/** A group of routes that one Lambda function serves. */
export type FunctionGroup = Group | 'mcp'

/** A route that speaks a protocol of its own, instead of being one operation. */
export type Endpoint = {
  id: string
  method: Method
  path: `/${string}`
  group: Exclude<FunctionGroup, Group>
}

/** The Model Context Protocol: its tools call operations. */
export const mcpEndpoint = {
  id: 'mcp',
  method: 'POST',
  path: '/mcp',
  group: 'mcp',
} as const satisfies Endpoint

export const endpoints: readonly Endpoint[] = [mcpEndpoint]
