import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { rawErrorAnswer } from './gateway-answer.ts'
import { systemErrorCode } from './start-error.ts'

/** For the last bytes to a client whose request was refused: cut at once, it would be reset before it reads why. */
const lingerMilliseconds = 500

/** Knows what is under way on every connection, to end each at a moment when nobody's answer is torn. */
export type Connections = {
  watch(server: Server): void
  begin(request: IncomingMessage, response: ServerResponse): void
  /** Whether nothing readable can follow on the connection, so that the answer under way is its last. */
  isUnreadable(socket: Duplex): boolean
  /** Nothing that comes on the connection from now on is read; it ends with the answer that comes next. */
  endAfter(socket: Duplex): void
  /** Ends those on which no request is open, also those on which none ever was. */
  endIdle(): void
  endAll(): void
}

export function createConnections(): Connections {
  const openRequests = new Map<Duplex, Set<IncomingMessage>>()
  const unreadable = new WeakSet<Duplex>()

  /** Bytes that Node's strict parser refuses (smuggling, wrong lengths, headers over 16 KiB), and slow clients. */
  function refuse(error: Error, socket: Duplex): void {
    if (systemErrorCode(error) === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    const isAnswering = [...(openRequests.get(socket) ?? [])].some((request) => request.complete)
    if (isAnswering) {
      // The answer to the request before must not be mixed with this one.
      unreadable.add(socket)
      return
    }
    const isLate = systemErrorCode(error) === 'ERR_HTTP_REQUEST_TIMEOUT'
    const message = isLate ? 'The request took too long to arrive.' : 'The request is not well-formed HTTP.'
    socket.resume()
    socket.end(rawErrorAnswer('invalid_request', message, randomUUID()))
    setTimeout(() => socket.destroy(), lingerMilliseconds).unref()
  }

  return {
    watch(server) {
      server.on('connection', (socket) => {
        openRequests.set(socket, new Set())
        socket.on('close', () => openRequests.delete(socket))
        socket.on('error', () => {}) // A reset after CONNECT reaches no other listener.
      })
      server.on('clientError', refuse)
      server.on('connect', (_, socket) => refuse(new Error('CONNECT is for proxies.'), socket))
    },
    begin(request, response) {
      const { socket } = request
      openRequests.get(socket)?.add(request)
      response.on('close', () => {
        openRequests.get(socket)?.delete(request)
        if (unreadable.has(socket)) socket.destroySoon()
      })
    },
    isUnreadable: (socket) => unreadable.has(socket),
    endAfter: (socket) => unreadable.add(socket),
    endIdle() {
      for (const [socket, requests] of openRequests) if (requests.size === 0) socket.destroy()
    },
    endAll() {
      for (const socket of openRequests.keys()) socket.destroy()
    },
  }
}
