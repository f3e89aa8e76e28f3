import type { Wire } from './clients.ts'

export type MeteredWire = {
  wire: Wire
  /** Bytes of all bodies in both directions, and requests, since the last call. */
  take(): { bytes: number; requests: number }
  /** Loses the response to the next request that calls this tool: the service has answered it. */
  loseResponseOf(tool: string): void
}

/** Counts what an agent and the service exchange. */
export function meterWire(): MeteredWire {
  let bytes = 0
  let requests = 0
  let lost: string | undefined
  return {
    wire: async (input, init) => {
      const body = typeof init?.body === 'string' ? init.body : ''
      const response = await fetch(input, init)
      const received = await response.clone().text()
      if (lost !== undefined && body.includes(`"name":"${lost}"`)) {
        lost = undefined
        throw new TypeError('fetch failed')
      }
      requests++
      bytes += Buffer.byteLength(body) + Buffer.byteLength(received)
      return response
    },
    take: () => {
      const taken = { bytes, requests }
      bytes = 0
      requests = 0
      return taken
    },
    loseResponseOf: (tool) => {
      lost = tool
    },
  }
}
