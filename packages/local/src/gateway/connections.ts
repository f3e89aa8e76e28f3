import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { systemErrorCode } from '../start-error.ts'

/** Time for a refused client to read the error. Without it, the connection would be reset before the client reads why. */
const lingerMilliseconds = 500

/**
 * How many pipelined requests may wait on one connection. Node parses every request in a packet, possibly thousands; browsers
 * and most programs do not pipeline.
 */
const maximumRequestsWaiting = 16

/**
 * Serves one request at a time on each connection and does not read from it meanwhile. Tracks requests in flight, so that
 * closing a connection never cuts a response short.
 */
export type Connections = {
  watch(server: Server): void
  /** Resolves when it is the request's turn. Never resolves if the request will not be served. */
  begin(request: IncomingMessage, response: ServerResponse): Promise<void>
  /** Stops reading from the connection until the response to this request, which has arrived completely, has been sent. */
  hold(request: IncomingMessage): void
  /** Instead of `hold`, for a request that waits: notices when the client goes, and stops reading if it sends another request. */
  watchFor(request: IncomingMessage): void
  /** Whether the response to this request is the last one on its connection. */
  isLast(request: IncomingMessage): boolean
  /** Ignores requests pipelined after this one, and closes the connection after its response. */
  endAfter(request: IncomingMessage): void
  /** Closes connections without a request in flight, including those that never sent one. */
  endIdle(): void
  endAll(): void
}

type Exchange = { request: IncomingMessage; start: () => void }

/**
 * @param maximumConnections  One more replaces a connection that is idle or still sending; otherwise it is refused.
 * @param refusalOf  Returns the bytes of a response to what is not a request.
 */
export function createConnections(
  maximumConnections: number,
  refusalOf: (message: string) => string,
): Connections {
  /** The requests of each connection in order; the first is being served. The connection that is idle longest comes first. */
  const exchanges = new Map<Duplex, Exchange[]>()
  const unreadable = new WeakSet<Duplex>()
  const held = new WeakSet<Duplex>()
  const watched = new WeakSet<IncomingMessage>()

  /** Refuses slow clients and what Node's strict parser rejects: smuggling, wrong lengths, headers over 16 KiB. */
  function refuse(error: Error, socket: Duplex): void {
    if (systemErrorCode(error) === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    const line = exchanges.get(socket)
    if (line?.[0]?.request.complete) {
      // Earlier requests still wait for their responses: an error now would be taken for one of those.
      unreadable.add(socket)
      line.splice(line.findLastIndex(({ request }) => request.complete) + 1)
      return
    }
    const isLate = systemErrorCode(error) === 'ERR_HTTP_REQUEST_TIMEOUT'
    const message = isLate ? 'The request took too long to arrive.' : 'The request is not well-formed HTTP.'
    socket.resume()
    socket.end(refusalOf(message))
    setTimeout(() => socket.destroy(), lingerMilliseconds).unref()
  }

  function admit(socket: Duplex): void {
    if (exchanges.size >= maximumConnections) {
      const replaced = replaceableConnection()
      if (!replaced) {
        socket.destroy()
        return
      }
      exchanges.delete(replaced)
      replaced.destroy()
    }
    exchanges.set(socket, [])
    socket.on('close', () => exchanges.delete(socket))
    socket.on('error', () => {}) // No other listener handles a reset after CONNECT.
    // Node itself resumes a connection to read the body of a waiting request.
    socket.on('resume', () => {
      if (held.has(socket)) socket.pause()
    })
  }

  /** The connection that is idle longest, otherwise the oldest one that is still sending. One being served is never replaced. */
  function replaceableConnection(): Duplex | undefined {
    let sending: Duplex | undefined
    for (const [socket, [first]] of exchanges) {
      if (!first) return socket
      if (!first.request.complete) sending ??= socket
    }
    return sending
  }

  function holdSocket(socket: Socket): void {
    held.add(socket)
    socket.pause()
  }

  function isLast(request: IncomingMessage): boolean {
    return unreadable.has(request.socket) && exchanges.get(request.socket)?.at(-1)?.request === request
  }

  /** Starts the next request, or reads from the connection again. */
  function finish(socket: Socket, request: IncomingMessage): void {
    const line = exchanges.get(socket)
    if (line?.[0]?.request !== request || socket.writableEnded) return
    if (isLast(request)) {
      socket.destroySoon()
      return
    }
    line.shift()
    held.delete(socket)
    const [next] = line
    next?.start()
    if (next?.request.complete) return
    // Move it to the end of the map: it became idle last.
    exchanges.delete(socket)
    exchanges.set(socket, line)
    socket.resume()
  }

  return {
    watch(server) {
      server.on('connection', admit)
      server.on('clientError', refuse)
      server.on('connect', (_, socket) => refuse(new Error('CONNECT is for proxies.'), socket))
    },
    begin(request, response) {
      const { socket } = request
      const { promise, resolve } = Promise.withResolvers<void>()
      const line = exchanges.get(socket)
      if (!line || unreadable.has(socket)) return promise
      if (line.length > maximumRequestsWaiting) {
        socket.destroy()
        return promise
      }
      response.on('close', () => finish(socket, request))
      line.push({ request, start: resolve })
      const [first] = line
      if (line.length === 1) resolve()
      else if (first && watched.has(first.request)) holdSocket(socket)
      return promise
    },
    hold: ({ socket }) => holdSocket(socket),
    watchFor(request) {
      if (exchanges.get(request.socket)?.at(1)) holdSocket(request.socket)
      else watched.add(request)
    },
    isLast,
    endAfter({ socket }) {
      unreadable.add(socket)
      exchanges.get(socket)?.splice(1)
    },
    endIdle() {
      for (const [socket, line] of exchanges) if (line.length === 0) socket.destroy()
    },
    endAll() {
      for (const socket of exchanges.keys()) socket.destroy()
    },
  }
}
