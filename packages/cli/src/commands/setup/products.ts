/** The configuration of each product that runs agents: its files, the MCP server, and what runs when a session starts. */
import path from 'node:path'
import { tokenVariable } from '@cairn/contract/mcp/agent-setup'
import { homeOf } from '../../settings/folders.ts'
import type { Entry } from './json-entry.ts'
import type { Block } from './toml-block.ts'

export const productIds = ['claude', 'codex', 'cursor', 'gemini'] as const
export type ProductId = (typeof productIds)[number]

export type Wanted = {
  /** The address of `/mcp` or `/mcp/work`. */
  address: string
  origin: string
  /** Whether the agent sends the token of the environment. Otherwise the product asks a person to sign in. */
  hasToken: boolean
}

export type Place = { environment: NodeJS.ProcessEnv; folder: string; isUser: boolean }

/** A file with what belongs into it. */
export type Change = { file: string } & ({ entries: Entry[] } | { block: Block })

export type Product = { name: string; changes: (wanted: Wanted, place: Place) => Change[]; next: string }

/** The command that prints facts when a session starts. */
const factsCommand = (product: ProductId, origin: string) =>
  `cairn brief --facts=${product} --origin=${origin}`

const isFactsCommand = (command: unknown) =>
  typeof command === 'string' && command.startsWith('cairn brief --facts=')

/** Whether a value of a list of hooks is ours: of one hook alone, or with a list of them. */
function isOwnHook(value: unknown): boolean {
  const { command, hooks } = value as { command?: unknown; hooks?: unknown }
  if (!Array.isArray(hooks)) return isFactsCommand(command)
  return hooks.length === 1 && isFactsCommand((hooks[0] as { command?: unknown }).command)
}

const server = (value: object): Entry => ({ path: ['mcpServers'], key: 'cairn', value })

const hook = (event: string, value: object, base?: object): Entry => ({
  path: ['hooks', event],
  isOwn: isOwnHook,
  value,
  ...(base && { base }),
})

/** The files name the variable and never have a token: they are often shared. */
const authorization = (hasToken: boolean, variable: string) =>
  hasToken ? { headers: { Authorization: `Bearer ${variable}` } } : {}

export const products: Record<ProductId, Product> = {
  claude: {
    name: 'Claude Code',
    changes: ({ address, origin, hasToken }, { environment, folder, isUser }) => {
      const base = isUser ? homeOf(environment) : folder
      const command = factsCommand('claude', origin)
      return [
        {
          file: path.join(base, isUser ? '.claude.json' : '.mcp.json'),
          entries: [
            server({
              type: 'http',
              url: address,
              ...authorization(hasToken, `\${${tokenVariable}}`),
            }),
          ],
        },
        {
          file: path.join(base, '.claude/settings.json'),
          entries: [hook('SessionStart', { hooks: [{ type: 'command', command }] })],
        },
      ]
    },
    next: 'Start Claude Code, and sign in with /mcp.',
  },
  codex: {
    name: 'Codex CLI',
    changes: ({ address, origin, hasToken }, { environment }) => [
      {
        file: path.join(environment.CODEX_HOME || path.join(homeOf(environment), '.codex'), 'config.toml'),
        block: codexBlock(address, factsCommand('codex', origin), hasToken),
      },
    ],
    next: 'Sign in with: codex mcp login cairn. In Codex, /hooks lets the hook run.',
  },
  cursor: {
    name: 'Cursor',
    changes: ({ address, origin, hasToken }, { environment, folder, isUser }) => {
      const base = path.join(isUser ? homeOf(environment) : folder, '.cursor')
      return [
        {
          file: path.join(base, 'mcp.json'),
          entries: [server({ url: address, ...authorization(hasToken, `\${env:${tokenVariable}}`) })],
        },
        {
          file: path.join(base, 'hooks.json'),
          entries: [hook('sessionStart', { command: factsCommand('cursor', origin) }, { version: 1 })],
        },
      ]
    },
    next: 'Restart Cursor, and sign in on its page of MCP servers.',
  },
  gemini: {
    name: 'Gemini CLI',
    changes: ({ address, origin, hasToken }, { environment, folder, isUser }) => [
      {
        file: path.join(isUser ? homeOf(environment) : folder, '.gemini/settings.json'),
        entries: [
          server({ httpUrl: address, ...authorization(hasToken, `$${tokenVariable}`) }),
          hook('SessionStart', {
            hooks: [{ name: 'cairn', type: 'command', command: factsCommand('gemini', origin) }],
          }),
        ],
      },
    ],
    next: 'Start Gemini CLI, and sign in with /mcp auth cairn.',
  },
}

/** Texts of TOML that are written like those of JSON. */
const quoted = (text: string) => JSON.stringify(text)

function codexBlock(address: string, command: string, hasToken: boolean): Block {
  return {
    lines: [
      '[mcp_servers.cairn]',
      `url = ${quoted(address)}`,
      ...(hasToken ? [`bearer_token_env_var = ${quoted(tokenVariable)}`] : []),
      '[[hooks.SessionStart]]',
      '[[hooks.SessionStart.hooks]]',
      'type = "command"',
      `command = ${quoted(command)}`,
    ],
    tables: [['mcp_servers', 'cairn']],
    arrays: [['hooks', 'SessionStart']],
  }
}

/** Whether a server of this name is one that we may have written: it has nothing that a person would add. */
export function isOwnServer(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { url, httpUrl, headers = {}, type = 'http', ...others } = value as Record<string, unknown>
  const address = url ?? httpUrl
  const names = Object.keys(headers as object)
  return (
    typeof address === 'string' &&
    /\/mcp(?:\/work)?$/.test(address) &&
    type === 'http' &&
    Object.keys(others).length === 0 &&
    names.every((name) => name === 'Authorization')
  )
}
