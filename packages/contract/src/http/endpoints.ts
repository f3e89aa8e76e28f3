import type { Group, Method, TableUse } from '../registry/operation.ts'

/** A group of routes that one Lambda function serves. */
export type FunctionGroup = Group | 'mcp'

/** A route that speaks a protocol of its own, instead of being one operation. */
export type Endpoint = {
  id: string
  method: Method
  path: `/${string}`
  group: FunctionGroup
  /** As of an operation. */
  table?: readonly TableUse[]
}

/** The Model Context Protocol: its tools call operations. */
export const mcpEndpoint = {
  id: 'mcp',
  method: 'POST',
  path: '/mcp',
  group: 'mcp',
} as const satisfies Endpoint

/** The same for agents that take goals and work on them. It belongs to the resource of `/mcp`, so one token opens both. */
export const mcpWorkEndpoint = {
  id: 'mcpWork',
  method: 'POST',
  path: '/mcp/work',
  group: 'mcp',
} as const satisfies Endpoint

/** The doors of agents. */
export const mcpEndpoints: readonly Endpoint[] = [mcpEndpoint, mcpWorkEndpoint]

const oauth = <const Path extends `/${string}`>(id: string, method: Endpoint['method'], path: Path) =>
  ({ id, method, path, group: 'oauth' }) as const satisfies Endpoint

/** Paths of OAuth 2.1 on the service's own origin. */
export const oauthPaths = {
  authorize: '/oauth/authorize',
  token: '/oauth/token',
  register: '/oauth/register',
  revoke: '/oauth/revoke',
  /** RFC 8628: where a program without a browser asks. */
  device: '/oauth/device',
  /** The page of the web app on which a person enters the program's code. */
  devicePage: '/device',
  keys: '/oauth/keys',
  /** RFC 8414. */
  metadata: '/.well-known/oauth-authorization-server',
  /** RFC 9728: of the API, and of the MCP endpoint. */
  resource: '/.well-known/oauth-protected-resource',
  mcpResource: '/.well-known/oauth-protected-resource/mcp',
} as const

/** OAuth 2.1 for programs. */
export const oauthEndpoints: readonly Endpoint[] = [
  oauth('oauthAuthorize', 'GET', oauthPaths.authorize),
  { ...oauth('oauthResume', 'GET', `${oauthPaths.authorize}/{consentId}`), table: ['DeleteItem'] },
  oauth('oauthToken', 'POST', oauthPaths.token),
  oauth('oauthRegister', 'POST', oauthPaths.register),
  oauth('oauthRevoke', 'POST', oauthPaths.revoke),
  oauth('oauthDevice', 'POST', oauthPaths.device),
  oauth('oauthKeys', 'GET', oauthPaths.keys),
  oauth('oauthMetadata', 'GET', oauthPaths.metadata),
  oauth('oauthResource', 'GET', oauthPaths.resource),
  oauth('oauthMcpResource', 'GET', oauthPaths.mcpResource),
]

export const endpoints: readonly Endpoint[] = [...mcpEndpoints, ...oauthEndpoints]
