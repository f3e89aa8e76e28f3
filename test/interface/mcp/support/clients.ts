/** The official clients of both generations of the protocol. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as EarlierClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as EarlierTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { bearer } from '../../../support/people/api-tokens.ts'
import type { DoorPath } from './post.ts'

export type CalledTool = {
  structuredContent: Record<string, unknown>
  content: { type: string; text: string }[]
  isError?: boolean
}

type Tool = {
  name: string
  title?: string
  annotations?: { readOnlyHint?: boolean }
  inputSchema: object
  outputSchema?: object
}

export type Agent = {
  /** The version of the protocol that client and service agreed on. */
  version: string | undefined
  listTools(): Promise<{ tools: Tool[] }>
  callTool(name: string, input?: object): Promise<CalledTool>
  close(): Promise<void>
}

/** The parts of a connection that tests record. */
export type Wire = typeof fetch

const clientInfo = { name: 'Test agent', version: '1.2.3' }

/** A client of 2026-07-28, which asks no earlier version. */
export async function connect(
  origin: string,
  secret: string,
  wire: Wire = fetch,
  path: DoorPath = '/mcp',
): Promise<Agent> {
  const client = new Client(clientInfo, { versionNegotiation: { mode: { pin: '2026-07-28' } } })
  const transport = new StreamableHTTPClientTransport(new URL(`${origin}${path}`), {
    requestInit: { headers: bearer(secret) },
    fetch: wire,
  })
  await client.connect(transport)
  return agentOf(client, client.getNegotiatedProtocolVersion())
}

/** A client of the protocol before it was stateless: 2025-11-25. */
export async function connectEarlier(
  origin: string,
  secret: string,
  wire: Wire = fetch,
  path: DoorPath = '/mcp',
): Promise<Agent> {
  const client = new EarlierClient(clientInfo)
  const transport = new EarlierTransport(new URL(`${origin}${path}`), {
    requestInit: { headers: bearer(secret) },
    fetch: wire,
  })
  await client.connect(transport as never)
  return agentOf(client, transport.protocolVersion)
}

function agentOf(client: Client | EarlierClient, version: string | undefined): Agent {
  return {
    version,
    listTools: async () => (await client.listTools()) as never,
    callTool: async (name, input = {}) =>
      (await client.callTool({ name, arguments: input as Record<string, unknown> })) as never,
    close: () => client.close(),
  }
}
