import { bearer } from '../../../support/people/api-tokens.ts'

export type Answer = { status: number; headers: Headers; body: unknown; bytes: number }

const earlier = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' }

/** The fields of every message of 2026-07-28. */
const envelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'Raw', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

/** The capabilities of a client that waits for tasks. */
export const withTasks = {
  'io.modelcontextprotocol/clientCapabilities': { extensions: { 'io.modelcontextprotocol/tasks': {} } },
}

/** The paths of the doors. */
export type DoorPath = '/mcp' | '/mcp/work'

/** Sends what no official client would. */
export async function post(
  { origin }: { origin: string },
  body: string | undefined,
  headers: Record<string, string> = {},
  method = 'POST',
  path: DoorPath = '/mcp',
): Promise<Answer> {
  const response = await fetch(`${origin}${path}`, { method, headers, ...(body !== undefined && { body }) })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? undefined : JSON.parse(text),
    bytes: Buffer.byteLength(text),
  }
}

/** A message of 2025-11-25. */
export function message(method: string, params: object = {}, id: number | string = 1): string {
  return JSON.stringify({ jsonrpc: '2.0', id, method, params })
}

export function earlierHeaders(secret: string): Record<string, string> {
  return { ...earlier, ...bearer(secret) }
}

/** A message of 2026-07-28 with its headers. */
export function currentMessage(
  secret: string,
  method: string,
  params: { name?: string; taskId?: string } & Record<string, unknown> = {},
  meta: object = {},
): [string, Record<string, string>] {
  return [
    message(method, { ...params, _meta: { ...envelope, ...meta } }),
    {
      ...earlierHeaders(secret),
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(params.name !== undefined && { 'mcp-name': params.name }),
      ...(params.taskId !== undefined && { 'mcp-name': params.taskId }),
    },
  ]
}
