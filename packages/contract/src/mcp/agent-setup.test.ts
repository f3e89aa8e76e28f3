import { expect, test } from 'vitest'
import { agentProducts, serverNames, setupCommand } from './agent-setup.ts'

const address = 'https://cairn.example.com/mcp'
const secret = 'cairn_secret'

/** Returns the setup of each product: its command, or the content of its file. */
const codeOf = (token?: string) =>
  Object.fromEntries(
    agentProducts(address, token).map(({ id, code, file }) => [
      id,
      file === undefined ? code : { file, content: JSON.parse(code) },
    ]),
  )

test('without a token, no product sends one', () => {
  const server = { type: 'http', url: address }
  expect(codeOf()).toEqual({
    claude: `claude mcp add --transport http --scope user cairn ${address}`,
    codex: `codex mcp add cairn --url ${address}`,
    cursor: { file: '~/.cursor/mcp.json', content: { mcpServers: { cairn: { url: address } } } },
    gemini: `gemini mcp add --scope user --transport http cairn ${address}`,
    vscode: { file: '.vscode/mcp.json', content: { servers: { cairn: server } } },
    other: { file: '.mcp.json', content: { mcpServers: { cairn: server } } },
  })
})

test('with a token, each product sends it or reads it from the environment', () => {
  const headers = { Authorization: `Bearer ${secret}` }
  const server = { type: 'http', url: address, headers }
  expect(codeOf(secret)).toEqual({
    claude: `claude mcp add --transport http --scope user cairn ${address} --header "Authorization: Bearer ${secret}"`,
    codex: `codex mcp add cairn --url ${address} --bearer-token-env-var CAIRN_TOKEN`,
    cursor: { file: '~/.cursor/mcp.json', content: { mcpServers: { cairn: { url: address, headers } } } },
    gemini: `gemini mcp add --scope user --transport http --header "Authorization: Bearer ${secret}" cairn ${address}`,
    vscode: { file: '.vscode/mcp.json', content: { servers: { cairn: server } } },
    other: { file: '.mcp.json', content: { mcpServers: { cairn: server } } },
  })
})

test('a link that adds the server has its address and never a token', () => {
  const links = agentProducts(address).flatMap(({ id, installLink }) =>
    installLink ? [{ id, installLink }] : [],
  )
  expect(links.map(({ id }) => id)).toEqual(['cursor', 'vscode'])
  const [cursor, code] = links.map(({ installLink }) => new URL(installLink))
  expect(cursor?.href).toMatch(/^cursor:\/\/anysphere\.cursor-deeplink\/mcp\/install\?name=cairn&config=/)
  expect(JSON.parse(atob(cursor?.searchParams.get('config') ?? ''))).toEqual({ url: address })
  expect(code?.href).toMatch(/^vscode:mcp\/install\?/)
  expect(JSON.parse(decodeURIComponent(code?.search.slice(1) ?? ''))).toEqual({
    name: 'cairn',
    type: 'http',
    url: address,
  })
  expect(agentProducts(address, secret).every(({ installLink }) => installLink === undefined)).toBe(true)
})

test('calls products by their names, and other agents by none', () => {
  expect(agentProducts(address).map(({ name }) => name)).toEqual([
    'Claude Code',
    'Codex CLI',
    'Cursor',
    'Gemini CLI',
    'VS Code',
    undefined,
  ])
})

test('a product may have both doors, because their servers have different names', () => {
  const work = `${address}/work`
  for (const { code, installLink } of agentProducts(work, undefined, serverNames.work)) {
    expect(code).toContain('cairn-work')
    expect(code).toContain(work)
    if (installLink) expect(decodeURIComponent(installLink)).toContain('cairn-work')
  }
})

test('the command connects the products that have a configuration that it understands', () => {
  expect(agentProducts(address).map(({ id }) => setupCommand(id))).toEqual([
    'cairn setup claude',
    'cairn setup codex',
    'cairn setup cursor',
    'cairn setup gemini',
    undefined,
    undefined,
  ])
})
