/** A program in a page, with the library that the MCP Inspector uses. `bundlePageProgram` makes it a script. */
import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'

const kept: { client?: never; tokens?: never; verifier?: string; address?: URL } = {}

const redirectUrl = `${location.origin}/callback`
const provider: OAuthClientProvider = {
  redirectUrl,
  clientMetadata: {
    client_name: 'Inspector',
    redirect_uris: [redirectUrl],
    token_endpoint_auth_method: 'none',
  },
  clientInformation: () => kept.client,
  saveClientInformation: (client) => {
    kept.client = client as never
  },
  tokens: () => kept.tokens,
  saveTokens: (tokens) => {
    kept.tokens = tokens as never
  },
  redirectToAuthorization: (address) => {
    kept.address = address
  },
  saveCodeVerifier: (verifier) => {
    kept.verifier = verifier
  },
  codeVerifier: () => kept.verifier ?? '',
}

let transport: StreamableHTTPClientTransport | undefined

/** Connects without a token. Returns why that failed, and the address at which a person allows it. */
async function begin(service: string): Promise<{ error: string; address: string }> {
  transport = new StreamableHTTPClientTransport(new URL(`${service}/mcp`), { authProvider: provider })
  const error = await new Client({ name: 'Inspector', version: '1' })
    .connect(transport as never)
    .then(() => 'none', String)
  return { error, address: String(kept.address) }
}

/** Exchanges the code, connects, and calls a tool. */
async function connect(service: string, code: string) {
  await transport?.finishAuth(code)
  const connected = new StreamableHTTPClientTransport(new URL(`${service}/mcp`), { authProvider: provider })
  const client = new Client({ name: 'Inspector', version: '1' })
  await client.connect(connected as never)
  const { tools } = await client.listTools()
  const result = await client.callTool({ name: 'find_goals', arguments: {} })
  await client.close()
  return { server: client.getServerVersion()?.name, tools: tools.length, result }
}

Object.assign(globalThis, { begin, connect })
