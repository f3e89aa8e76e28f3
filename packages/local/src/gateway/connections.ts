import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { systemErrorCode } from '../start-error.ts'
import { rawErrorAnswer } from './response.ts'

/** For the last bytes to a client whose request was refused: cut at once, it would be reset before it reads why. */
const lingerMilliseconds = 500

/**
 * Requests of one connection that may wait for the one before them. Node parses all that came in one packet, which may be
 * thousands; browsers and most programs send none ahead.
 */
const maximumRequestsWaiting = 16

/**
 * Serves one request at a time on every connection, and reads no more from it meanwhile. Knows what is under way, to end each
 * connection at a moment when nobody's response is torn.
 */
export type Connections = {
  watch(server: Server): void
  /** Settles when everything before the request has been answered; never, where it is not to be answered any more. */
  begin(request: IncomingMessage, response: ServerResponse): Promise<void>
  /** Nothing is read from the connection until the response to this request, which has arrived whole, has been taken. */
  hold(request: IncomingMessage): void
  /** Whether nothing follows on the connection, so that the response to this request is its last. */
  isLast(request: IncomingMessage): boolean
  /** Ignores requests pipelined after this one and reads nothing more: the connection ends with its response. */
  endAfter(request: IncomingMessage): void
  /** Ends those on which no request is open, also those on which none ever was. */
  endIdle(): void
  endAll(): void
}

type Exchange = { request: IncomingMessage; start: () => void }

/** @param maximumConnections  One more takes the place of one that is idle or still sending, or is refused. */
export function createConnections(maximumConnections: number): Connections {
  /** The requests of each connection in their order, the first of them being answered. The longest idle come first. */
  const exchanges = new Map<Duplex, Exchange[]>()
  const unreadable = new WeakSet<Duplex>()
  const held = new WeakSet<Duplex>()

  /** Bytes that Node's strict parser refuses (smuggling, wrong lengths, headers over 16 KiB), and slow clients. */
  function refuse(error: Error, socket: Duplex): void {
    if (systemErrorCode(error) === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    const line = exchanges.get(socket)
    if (line?.[0]?.request.complete) {
      // The responses to the requests before must not be mixed with this one.
      unreadable.add(socket)
      line.splice(line.findLastIndex(({ request }) => request.complete) + 1)
      return
    }
    const isLate = systemErrorCode(error) === 'ERR_HTTP_REQUEST_TIMEOUT'
    const message = isLate ? 'The request took too long to arrive.' : 'The request is not well-formed HTTP.'
    socket.resume()
    socket.end(rawErrorAnswer('invalid_request', message, randomUUID()))
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
    socket.on('error', () => {}) // A reset after CONNECT reaches no other listener.
    // Node resumes a connection by itself, for the body of a request that waits.
    socket.on('resume', () => {
      if (held.has(socket)) socket.pause()
    })
  }

  /** The longest idle, else the longest that still sends: whoever is being answered keeps the connection. */
  function replaceableConnection(): Duplex | undefined {
    let sending: Duplex | undefined
    for (const [socket, [first]] of exchanges) {
      if (!first) return socket
      if (!first.request.complete) sending ??= socket
    }
    return sending
  }

  function isLast(request: IncomingMessage): boolean {
    return unreadable.has(request.socket) && exchanges.get(request.socket)?.at(-1)?.request === request
  }

  /** Goes on with the next request, or reads on. */
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
    // Behind the others: it is the last that became idle.
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
      if (line.length === 1) resolve()
      return promise
    },
    hold({ socket }) {
      held.add(socket)
      socket.pause()
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
