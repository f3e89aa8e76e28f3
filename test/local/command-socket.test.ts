import { lstat, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { deserialize, serialize } from 'node:v8'
import { GetCommand, PutCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import { createDatabase } from '@cairn/domain/storage/database/client'
import { readRunningService } from '@cairn/local/data-directory/data-directory'
import {
  attachCommandSocket,
  createSocketAddress,
  isListening,
  openCommandSocket,
  removeStaleSocket,
} from '@cairn/local/database/command-socket'
import { afterEach, describe, expect, it } from 'vitest'
import { createTestTable } from '../support/service/engine.ts'
import { machineForEachTest } from '../support/service/machine.ts'
import { stopAfterFile } from '../support/stop-after-file.ts'

const table = stopAfterFile(await createTestTable())
const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const socket of open.splice(0)) await socket.close()
})

async function start(limits?: { idleMilliseconds: number }) {
  const socket = await openCommandSocket(table.database.client, limits)
  open.push(socket)
  return socket
}

/** Sends a body as it is, and returns the status and what the response contains. */
async function send(
  socketPath: string,
  body: Buffer,
): Promise<{ status: number | undefined; outcome: unknown }> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    httpRequest({ socketPath, method: 'POST', agent: false }, resolve).on('error', reject).end(body)
  })
  const bytes = await buffer(response)
  return { status: response.statusCode, outcome: bytes.length > 0 ? deserialize(bytes) : undefined }
}

const { tableName: TableName } = table
const item = { pk: 'a', sk: 'b', text: 'é', list: [1, { deep: true }], nothing: null }

describe('the address of the command socket', () => {
  it('is a named pipe on Windows', async () => {
    const address = await createSocketAddress('win32')
    expect(address.path).toMatch(/^\\\\\.\\pipe\\cairn-[\da-f-]{36}$/)
    await address.remove()
    expect((await createSocketAddress('win32')).path).not.toBe(address.path)
  })

  it.each(['linux', 'darwin', 'freebsd'] as const)(
    'is in a directory that only its owner can enter, on %s',
    async (platform) => {
      const address = await createSocketAddress(platform)
      const directory = path.dirname(address.path)
      expect((await stat(directory)).mode & 0o777).toBe(0o700)
      // macOS allows the fewest.
      expect(Buffer.byteLength(address.path)).toBeLessThanOrEqual(103)
      await address.remove()
      await expect(stat(directory)).rejects.toThrow('ENOENT')
    },
  )
})

describe('the command socket', () => {
  it('lets a client read and write', async () => {
    const { path: socket } = await start()
    const { client } = createDatabase({
      tableName: TableName,
      region: 'local',
      attach: attachCommandSocket(socket),
    })
    await client.send(new PutCommand({ TableName, Item: item }))
    expect(await client.send(new GetCommand({ TableName, Key: { pk: 'a', sk: 'b' } }))).toMatchObject({
      Item: item,
    })
  })

  it('returns errors as the database throws them', async () => {
    const { path: socket } = await start()
    const { client } = createDatabase({
      tableName: TableName,
      region: 'local',
      attach: attachCommandSocket(socket),
    })
    const ConditionExpression = 'attribute_exists(pk)'
    const Put = { TableName, Item: { pk: 'no', sk: 'no' }, ConditionExpression }
    const error = await client
      .send(new TransactWriteCommand({ TransactItems: [{ Put }] }))
      .catch((thrown) => thrown)
    expect(error).toBeInstanceOf(Error)
    expect(error).toMatchObject({
      name: 'TransactionCanceledException',
      message: expect.stringContaining('ConditionalCheckFailed'),
      CancellationReasons: [{ Code: 'ConditionalCheckFailed' }],
    })
  })

  it('is in a directory that only its owner can enter, and is removed when closed', async () => {
    const socket = await start()
    const directory = path.dirname(socket.path)
    expect((await stat(directory)).mode & 0o777).toBe(0o700)
    await socket.close()
    await expect(stat(directory)).rejects.toThrow('ENOENT')
    expect(await isListening(socket.path)).toBe(false)
  })

  it.each([
    ['an unknown command', serialize({ command: 'DeleteTableCommand', input: { TableName } })],
    ['a property of every object', serialize({ command: 'constructor', input: {} })],
    ['a command without a name', serialize({ input: {} })],
    ['null', serialize(null)],
    ['JSON', Buffer.from('{"command":"ScanCommand"}')],
    ['an empty body', Buffer.alloc(0)],
    ['garbage', Buffer.alloc(10_000, 0xff)],
    ['a command without input', serialize({ command: 'GetCommand' })],
  ])('refuses %s, and still serves', async (_, body) => {
    const { path: socket } = await start()
    expect(await send(socket, body)).toMatchObject({
      status: 200,
      outcome: { error: { name: expect.any(String) } },
    })
    expect(await isListening(socket)).toBe(true)
  })

  it('refuses bodies over 6 MB', async () => {
    const { path: socket } = await start()
    const outcome = await send(socket, Buffer.alloc(50 * 1024 * 1024)).then(
      ({ status }) => status,
      ({ code }) => code,
    )
    // The client notices the closed connection before or after the response.
    expect([413, 'EPIPE', 'ECONNRESET']).toContain(outcome)
    expect(await isListening(socket)).toBe(true)
  })

  it('survives clients that leave in the middle of a request or do not speak HTTP', async () => {
    const { path: socket } = await start()
    for (const text of [
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nabc',
      'nonsense\r\n\r\n',
      '',
    ]) {
      const client = connect(socket)
      client.on('error', () => {})
      await new Promise((resolve) => client.write(text, resolve))
      client.destroy()
    }
    expect(await isListening(socket)).toBe(true)
  })

  it.each(['', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nabc'])(
    'closes an idle connection that sent %j',
    async (text) => {
      const { path: socket } = await start({ idleMilliseconds: 100 })
      const client = connect(socket)
      client.on('error', () => {})
      client.write(text)
      await new Promise((resolve) => client.resume().on('close', resolve))
      expect(await isListening(socket)).toBe(true)
    },
  )

  it('is short enough for the system in a long temporary directory', async () => {
    const { TMPDIR } = process.env
    const long = path.join(tmpdir(), 'x'.repeat(100))
    await mkdir(long)
    process.env.TMPDIR = long
    try {
      expect(await isListening((await start()).path)).toBe(true)
    } finally {
      process.env.TMPDIR = TMPDIR
    }
  })
})

describe('a socket that a killed service left', () => {
  const machine = machineForEachTest()

  it('does not disturb the next service, which removes it', async () => {
    const killed = await machine.start()
    const { socket = '' } = (await readRunningService(machine.directory)) ?? {}
    killed.process.kill('SIGKILL')
    await killed.exited
    expect((await lstat(socket)).isSocket()).toBe(true)
    await machine.startHere()
    const running = await readRunningService(machine.directory)
    expect(await isListening(running?.socket ?? '')).toBe(true)
    await expect(stat(path.dirname(socket))).rejects.toThrow('ENOENT')
  })

  it('is not removed if it is something else', async () => {
    const directory = await mkdtemp(path.join(tmpdir(), 'cairn-'))
    const file = path.join(directory, 'commands')
    await writeFile(file, 'text')
    await removeStaleSocket(file)
    await removeStaleSocket(path.join(directory, 'nothing', 'commands'))
    expect((await stat(file)).isFile()).toBe(true)
    await rm(directory, { recursive: true })
  })
})
