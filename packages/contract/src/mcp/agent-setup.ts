import type { ApiTokenScope } from '../schemas/api-tokens.ts'

/** The scopes that an agent needs to read its goals and to report on them. */
export const agentScopes: readonly ApiTokenScope[] = ['goals:read', 'goals:write']

/** The environment variable for the token, for products that do not keep it in their configuration. */
export const tokenVariable = 'CAIRN_TOKEN'

export const agentProductIds = ['claude', 'codex', 'cursor', 'gemini', 'vscode', 'other'] as const
export type AgentProductId = (typeof agentProductIds)[number]

/** The two kinds of agents: one keeps a person's own goals, the other takes goals and works on them. Each has a server of its own. */
export const agentDoors = ['keep', 'work'] as const
export type AgentDoor = (typeof agentDoors)[number]

/** The names of the servers in a product, which may have both. */
export const serverNames: Record<AgentDoor, string> = { keep: 'cairn', work: 'cairn-work' }

/** The products that `cairn setup` connects. */
export const setupProductIds = ['claude', 'codex', 'cursor', 'gemini'] as const satisfies AgentProductId[]

/** The command that connects a product; undefined if none does. */
export function setupCommand(id: AgentProductId): string | undefined {
  return setupProductIds.some((product) => product === id) ? `cairn setup ${id}` : undefined
}

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
 * @param address  Of `/mcp` or `/mcp/work`, with the origin of the service.
 * @param token  For agents that cannot ask the person. Without it, the product opens the page that asks.
 * @param server  What the product calls the server.
 */
export function agentProducts(address: string, token?: string, server = serverNames.keep): AgentProduct[] {
  const authorization = token === undefined ? undefined : `Bearer ${token}`
  const headers = authorization === undefined ? {} : { headers: { Authorization: authorization } }
  const header = authorization === undefined ? '' : ` --header "Authorization: ${authorization}"`
  const entry = { type: 'http', url: address }
  const withName = { name: server, ...entry, ...headers }
  const isAsked = token === undefined
  return [
    {
      id: 'claude',
      name: 'Claude Code',
      code: `claude mcp add --transport http --scope user ${server} ${address}${header}`,
    },
    {
      id: 'codex',
      name: 'Codex CLI',
      code: `codex mcp add ${server} --url ${address}${isAsked ? '' : ` --bearer-token-env-var ${tokenVariable}`}`,
    },
    {
      id: 'cursor',
      name: 'Cursor',
      file: '~/.cursor/mcp.json',
      code: json({ mcpServers: { [server]: { url: address, ...headers } } }),
      ...(isAsked && {
        installLink: `cursor://anysphere.cursor-deeplink/mcp/install?name=${server}&config=${encodeURIComponent(btoa(JSON.stringify({ url: address })))}`,
      }),
    },
    {
      id: 'gemini',
      name: 'Gemini CLI',
      code: `gemini mcp add --scope user --transport http${header} ${server} ${address}`,
    },
    {
      id: 'vscode',
      name: 'VS Code',
      file: '.vscode/mcp.json',
      code: json({ servers: { [server]: { ...entry, ...headers } } }),
      ...(isAsked && {
        installLink: `vscode:mcp/install?${encodeURIComponent(JSON.stringify(withName))}`,
      }),
    },
    { id: 'other', file: '.mcp.json', code: json({ mcpServers: { [server]: { ...entry, ...headers } } }) },
  ]
}

const json = (value: unknown) => JSON.stringify(value, null, 2)
