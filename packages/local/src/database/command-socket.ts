/**
 * Lets commands such as `verify-email` use the database of a running service: only one process can open the database.
 * The service listens on a Unix socket in a directory that only its user can enter. On Windows it is a named pipe, to which by default only its user and administrators can write.
 */
import { randomUUID } from 'node:crypto'
import { lstat, mkdtemp, rm, rmdir, unlink } from 'node:fs/promises'
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { deserialize, serialize } from 'node:v8'
import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import type { AttachDatabase } from '@cairn/domain/storage/database/client'
import { StartError } from '../start-error.ts'

/** The commands that maintenance commands and the integrity check send. */
const allowedCommands = {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  TransactWriteCommand,
  UpdateCommand,
}

/** More than the 4 MB that a transaction may have. */
const maximumBodyBytes = 6 * 1024 * 1024
const idleMilliseconds = 10_000
const maximumConnections = 64
/** A socket's path may have 103 bytes on macOS, 107 on Linux. What `mkdtemp` and the socket's name add takes 22. */
const maximumDirectoryBytes = 80

type Call = { command: keyof typeof allowedCommands; input: never }
type Outcome = { output: object } | { error: Record<string, unknown> }

export type CommandSocket = { path: string; close(): Promise<void> }

/** Serves the database of `client` to commands of the same user. */
export async function openCommandSocket(
  client: DynamoDBDocumentClient,
  limits: { idleMilliseconds?: number } = {},
): Promise<CommandSocket> {
  const address = await createSocketAddress()

  async function run(body: Buffer): Promise<Outcome> {
    try {
      const { command, input } = deserialize(body) as Call
      if (!Object.hasOwn(allowedCommands, command)) throw new Error(`The command ${command} is not allowed.`)
      return { output: await client.send(new allowedCommands[command](input) as never) }
    } catch (error) {
      // The cause may be an object that cannot be sent.
      const { name, message, cause: _, ...properties } = error as Error & Record<string, unknown>
      return { error: { ...properties, name, message } }
    }
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request)
    if (body !== undefined) {
      response.end(serialize(await run(body)))
      return
    }
    response.writeHead(413, { connection: 'close' }).end()
    request.socket.destroySoon()
  }

  const server = createServer((request, response) => {
    // The connection failed, or the outcome cannot be sent.
    respond(request, response).catch(() => request.destroy())
  })
  server.setTimeout(limits.idleMilliseconds ?? idleMilliseconds)
  server.maxConnections = maximumConnections
  try {
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(address.path, resolve))
  } catch (error) {
    await address.remove()
    throw error
  }
  server.unref()
  return {
    path: address.path,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await address.remove()
    },
  }
}

const socketName = 'commands'

/** Returns an address for a service's socket on the given platform. `remove` deletes its file. */
export async function createSocketAddress(
  platform: NodeJS.Platform = process.platform,
): Promise<{ path: string; remove(): Promise<void> }> {
  if (platform === 'win32') {
    return { path: `\\\\.\\pipe\\cairn-${randomUUID()}`, remove: async () => {} }
  }
  const parent = Buffer.byteLength(tmpdir()) > maximumDirectoryBytes ? '/tmp' : tmpdir()
  // Only its owner can enter it.
  const directory = await mkdtemp(path.join(parent, 'cairn-'))
  return {
    path: path.join(directory, socketName),
    remove: () => rm(directory, { recursive: true, force: true }),
  }
}

/** Removes the socket of a killed service, and its directory if nothing else is in it. */
export async function removeStaleSocket(socketPath: string): Promise<void> {
  try {
    if (path.basename(socketPath) !== socketName || !(await lstat(socketPath)).isSocket()) return
    await unlink(socketPath)
    await rmdir(path.dirname(socketPath))
  } catch {
    // It is gone, or belongs to another user. It does not disturb this service.
  }
}

/** Returns `undefined` if the body is too long. */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    length += chunk.length
    if (length > maximumBodyBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Lets a client use the database behind the socket. Its errors have the names and properties that they had there. */
export function attachCommandSocket(socketPath: string): AttachDatabase {
  return (client) => {
    client.send = (async (command: { constructor: { name: string }; input: object }) => {
      const outcome = await call(socketPath, { command: command.constructor.name, input: command.input })
      if ('error' in outcome) throw Object.assign(new Error(), outcome.error)
      return outcome.output
    }) as never
  }
}

/** Whether a service listens on the socket. A killed service leaves the socket behind. */
export function isListening(socketPath: string): Promise<boolean> {
  return call(socketPath, { command: '', input: {} }).then(
    () => true,
    () => false,
  )
}

function call(socketPath: string, body: { command: string; input: object }): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new StartError('The running service does not respond.'))
    httpRequest({ socketPath, method: 'POST' }, (response) => {
      buffer(response).then(deserialize).then(resolve, fail)
    })
      .on('error', fail)
      .end(serialize(body))
  })
}
