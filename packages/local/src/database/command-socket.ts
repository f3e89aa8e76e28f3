/**
 * Lets commands such as `verify-email` use the database of a running service: the database is open in one process only. The
 * service listens on a Unix socket, on Windows on a named pipe, in a directory that only its user may enter.
 */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { deserialize, serialize } from 'node:v8'
import * as documents from '@aws-sdk/lib-dynamodb'
import type { AttachDatabase } from '@cairn/domain/database/client'
import { StartError } from '../start-error.ts'

/** What commands and the integrity check send. */
const {
  BatchGetCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  TransactWriteCommand,
  UpdateCommand,
} = documents
const allowedCommands = {
  BatchGetCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  TransactWriteCommand,
  UpdateCommand,
}

type Call = { command: keyof typeof allowedCommands; input: never }
type Outcome = { output: object } | { error: Record<string, unknown> }

export type CommandSocket = { path: string; close(): Promise<void> }

/** Serves the database of `client` to commands of the same user. */
export async function openCommandSocket(client: documents.DynamoDBDocumentClient): Promise<CommandSocket> {
  const isWindows = process.platform === 'win32'
  // A short path: a socket's may have about 100 bytes. `mkdtemp` creates the directory for its owner only.
  const directory = isWindows ? undefined : await mkdtemp(path.join(tmpdir(), 'cairn-'))
  const socket = directory ? path.join(directory, 'commands') : `\\\\.\\pipe\\cairn-${randomUUID()}`

  async function run(body: Buffer): Promise<Outcome> {
    try {
      const { command, input } = deserialize(body) as Call
      const Command = allowedCommands[command]
      if (!Command) throw new Error(`The command ${command} is not allowed.`)
      return { output: await client.send(new Command(input) as never) }
    } catch (error) {
      const { name, message } = error as Error
      return { error: { ...(error as object), name, message } }
    }
  }

  const server = createServer(async (request, response) => {
    response.end(serialize(await run(await buffer(request))))
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(socket, resolve))
  server.unref()
  return {
    path: socket,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      if (directory) await rm(directory, { recursive: true, force: true })
    },
  }
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

/** Whether somebody listens on the socket. A killed service leaves its path behind. */
export function isListening(socketPath: string): Promise<boolean> {
  return call(socketPath, { command: '', input: {} }).then(
    () => true,
    () => false,
  )
}

function call(socketPath: string, body: { command: string; input: object }): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    httpRequest({ socketPath, method: 'POST' }, (response) => {
      buffer(response).then((bytes) => resolve(deserialize(bytes)), reject)
    })
      .on('error', () => reject(new StartError('The running service does not respond.')))
      .end(serialize(body))
  })
}
