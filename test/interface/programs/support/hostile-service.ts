import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A line break, a clear screen, a color, the C1 form of it, a bell, a title of the window, and what reverses text. */
export const hostileText = '\n\u001b[2J\u001b[31m\u009b1m\u0007\u001b]0;x\u0007\u202e\u2066\r\u007f'

/** The fields by which a client decides. */
const kept = ['error', 'type', 'kind', 'scopes', 'cursor', 'nextCursor']

/** A service whose every text tries to command the terminal, in front of another one. */
export async function startHostileService(
  origin: string,
): Promise<{ origin: string; stop(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { authorization, 'content-type': contentType } = request.headers
    const answer = await fetch(origin + cleaned(decodeURIComponent(request.url ?? '').replaceAll('+', ' ')), {
      method: request.method ?? 'GET',
      headers: {
        ...(authorization && { authorization }),
        ...(contentType && { 'content-type': contentType }),
      },
      ...(chunks.length > 0 && { body: cleaned(Buffer.concat(chunks).toString()) }),
    })
    const text = await answer.text()
    response.writeHead(answer.status, { 'content-type': 'application/json', 'x-request-id': 'r-1' })
    response.end(text === '' ? '' : JSON.stringify(poisoned(JSON.parse(text))))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Without what was added: a client sends ids and texts back. */
const cleaned = (text: string) =>
  text.replaceAll(hostileText, '').replaceAll(JSON.stringify(hostileText).slice(1, -1), '')

function poisoned(value: unknown): unknown {
  if (typeof value === 'string') return hostileText + value + hostileText
  if (Array.isArray(value)) return value.map(poisoned)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, kept.includes(name) ? each : poisoned(each)]),
  )
}
