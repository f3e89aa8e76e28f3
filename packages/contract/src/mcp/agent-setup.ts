import type { ApiTokenScope } from '../schemas/api-tokens.ts'

/** The scopes that an agent needs to read its goals and to report on them. */
export const agentScopes: readonly ApiTokenScope[] = ['goals:read', 'goals:write']

/** The environment variable for the token, for products that do not keep it in their configuration. */
export const tokenVariable = 'CAIRN_TOKEN'

export const agentProductIds = ['claude', 'codex', 'cursor', 'gemini', 'vscode', 'other'] as const
export type AgentProductId = (typeof agentProductIds)[number]

export type AgentProduct = {
  id: AgentProductId
  /** The product's name. The last one is any other agent. */
  name?: string
  /** A command for a shell, or the content of a file. */
  code: string
  /** The file that has `code`. */
  file?: string
  /** Adds the server when somebody opens it. Never contains a token. */
  installLink?: string
}

/**
 * How to connect the products that people use most, each ready to paste. The guide (`MCP.md`) and the web app show the same.
 *
 * @param address  Of `/mcp`, with the origin of the service.
 * @param token  For agents that cannot ask the person. Without it, the product opens the page that asks.
 */
export function agentProducts(address: string, token?: string): AgentProduct[] {
  const authorization = token === undefined ? undefined : `Bearer ${token}`
  const headers = authorization === undefined ? {} : { headers: { Authorization: authorization } }
  const header = authorization === undefined ? '' : ` --header "Authorization: ${authorization}"`
  const server = { type: 'http', url: address }
  const withName = { name: 'cairn', ...server, ...headers }
  const isAsked = token === undefined
  return [
    {
      id: 'claude',
      name: 'Claude Code',
      code: `claude mcp add --transport http --scope user cairn ${address}${header}`,
    },
    {
      id: 'codex',
      name: 'Codex CLI',
      code: `codex mcp add cairn --url ${address}${isAsked ? '' : ` --bearer-token-env-var ${tokenVariable}`}`,
    },
    {
      id: 'cursor',
      name: 'Cursor',
      file: '~/.cursor/mcp.json',
      code: json({ mcpServers: { cairn: { url: address, ...headers } } }),
      ...(isAsked && {
        installLink: `cursor://anysphere.cursor-deeplink/mcp/install?name=cairn&config=${encodeURIComponent(btoa(JSON.stringify({ url: address })))}`,
      }),
    },
    {
      id: 'gemini',
      name: 'Gemini CLI',
      code: `gemini mcp add --scope user --transport http${header} cairn ${address}`,
    },
    {
      id: 'vscode',
      name: 'VS Code',
      file: '.vscode/mcp.json',
      code: json({ servers: { cairn: { ...server, ...headers } } }),
      ...(isAsked && {
        installLink: `vscode:mcp/install?${encodeURIComponent(JSON.stringify(withName))}`,
      }),
    },
    { id: 'other', file: '.mcp.json', code: json({ mcpServers: { cairn: { ...server, ...headers } } }) },
  ]
}

const json = (value: unknown) => JSON.stringify(value, null, 2)
