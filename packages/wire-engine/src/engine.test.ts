import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Engine, startWireEngine } from './engine.ts'
import { spawnEngine } from './engine-process.ts'

let directory: string
const running: Engine[] = []
const reported: string[] = []

beforeEach(async () => {
  // A shell would split this name.
  directory = await mkdtemp(path.join(tmpdir(), `cairn "o'neil" $(true) é-`))
  reported.length = 0
})

afterEach(async () => {
  for (const engine of running.splice(0)) await engine.stop()
  await rm(directory, { recursive: true })
})

async function start(options: Parameters<typeof startWireEngine>[0] = {}): Promise<Engine> {
  const engine = await startWireEngine({ report: (sentence) => reported.push(sentence), ...options })
  running.push(engine)
  return engine
}

/** The arguments of a process, empty for one that is gone or a zombie. */
async function commandLineOf(pid: number): Promise<string> {
  return readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
}

/** Every process that has the directory's database open. */
async function enginesOn(dataDirectory: string): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0)
  const commandLines = await Promise.all(pids.map(commandLineOf))
  const database = path.join(dataDirectory, 'cairn.sqlite')
  return pids.filter((_, index) => {
    const [program = '', ...parameters] = commandLines[index]?.split('\0') ?? []
    return program.endsWith('dynoxide') && parameters.includes(database)
  })
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  await expect.poll(condition, { interval: 5 }).toBe(true)
}

const responds = async ({ endpoint }: Engine) => (await fetch(endpoint)).ok

/** One call in the engine's protocol, without the SDK: the engine checks no signature. */
async function call(engine: Engine, operation: 'CreateTable' | 'ListTables', body: object): Promise<string> {
  const response = await fetch(engine.endpoint, {
    method: 'POST',
    headers: {
      'x-amz-target': `DynamoDB_20120810.${operation}`,
      'content-type': 'application/x-amz-json-1.0',
      authorization:
        'AWS4-HMAC-SHA256 Credential=local/20261120/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
      'x-amz-date': '20261120T100000Z',
    },
    body: JSON.stringify(body),
  })
  return response.text()
}

const someTable = {
  TableName: 'some-table',
  KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
  AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
  BillingMode: 'PAY_PER_REQUEST',
}

describe('startWireEngine', () => {
  it('accepts requests when it resolves, each engine on its own port', async () => {
    const engines = await Promise.all([start(), start(), start()])
    expect(await Promise.all(engines.map(responds))).toEqual([true, true, true])
    expect(new Set(engines.map(({ endpoint }) => endpoint)).size).toBe(3)
  })

  it('listens on a random loopback address, which a page cannot find by trying ports', async () => {
    const engines = await Promise.all([start(), start(), start()])
    const addresses = engines.map(({ endpoint }) => new URL(endpoint))
    expect(new Set(addresses.map(({ hostname }) => hostname)).size).toBe(3)
    for (const { hostname, port } of addresses) {
      expect(hostname).toMatch(/^127\./)
      for (const guess of ['127.0.0.1', 'localhost', '[::1]', '0.0.0.0']) {
        await expect(fetch(`http://${guess}:${port}`), guess).rejects.toThrow()
      }
    }
  })

  it('leaves no process running', async () => {
    const engine = await start()
    const { pid } = engine
    expect(await commandLineOf(pid)).toContain('serve')
    await Promise.all([engine.stop(), engine.stop()])
    expect(await commandLineOf(pid)).toBe('')
    await expect(fetch(engine.endpoint)).rejects.toThrow()
    expect(reported).toEqual([])
  })

  it('keeps its data in the directory, readable only by its owner', async () => {
    const first = await start({ dataDirectory: directory })
    await call(first, 'CreateTable', someTable)
    for (const file of (await readdir(directory)).filter((name) => name.startsWith('cairn.sqlite')))
      expect((await stat(path.join(directory, file))).mode & 0o777, file).toBe(0o600)
    await first.stop()
    const second = await start({ dataDirectory: directory })
    expect(await call(second, 'ListTables', {})).toContain('some-table')
  })

  it('restarts on the same address and port after each kill -9, with its data', async () => {
    let restarts = 0
    const engine = await start({
      dataDirectory: directory,
      onRestart: async () => {
        restarts++
      },
    })
    await call(engine, 'CreateTable', someTable)
    for (let kills = 1; kills <= 3; kills++) {
      const { pid } = engine
      process.kill(pid, 'SIGKILL')
      await until(() => restarts === kills)
      expect(engine.pid).not.toBe(pid)
      expect(await call(engine, 'ListTables', {})).toContain('some-table')
    }
    expect(reported).toHaveLength(3)
  })

  it('starts another engine if its guard was killed, and ends the unguarded one', async () => {
    let restarted = false
    const engine = await start({
      onRestart: async () => {
        restarted = true
      },
    })
    const { pid } = engine
    const status = await readFile(`/proc/${pid}/status`, 'utf8')
    process.kill(Number(/^PPid:\s*(\d+)$/m.exec(status)?.[1]), 'SIGKILL')
    await until(() => restarted)
    expect(await commandLineOf(pid)).toBe('')
    expect(await responds(engine)).toBe(true)
  })

  it('tries again if the table cannot be created after a restart', async () => {
    let tries = 0
    const engine = await start({
      onRestart: async () => {
        tries++
        if (tries === 1) throw new Error('not yet')
      },
    })
    process.kill(engine.pid, 'SIGKILL')
    await until(() => tries === 2)
    expect(reported).toContain('not yet')
    expect(await responds(engine)).toBe(true)
  })

  it('leaves no engine running if it cannot write the process id, and tries again', async () => {
    const pidFile = path.join(directory, 'engine.pid')
    const engine = await start({ dataDirectory: directory })
    await rm(pidFile)
    await mkdir(pidFile)
    process.kill(engine.pid, 'SIGKILL')
    const tries = () => reported.filter((sentence) => sentence.startsWith('EISDIR')).length
    await until(() => tries() >= 2)
    await rm(pidFile, { recursive: true })
    await until(async () => (await readFile(pidFile, 'utf8').catch(() => '')) === `${engine.pid}\n`)
    expect(await enginesOn(directory)).toEqual([engine.pid])
    expect((await readdir(directory)).filter((name) => name.endsWith('.tmp'))).toEqual([])
    await engine.stop()
    expect(await enginesOn(directory)).toEqual([])
  })

  it('leaves no engine running if it cannot write the process id at the start', async () => {
    await mkdir(path.join(directory, 'engine.pid'))
    await expect(start({ dataDirectory: directory })).rejects.toThrow('EISDIR')
    expect(await enginesOn(directory)).toEqual([])
  })

  it('can be stopped during a restart', async () => {
    for (const pause of [0, 500, 1_000, 1_005, 1_010, 1_020]) {
      const engine = await start({ dataDirectory: directory })
      process.kill(engine.pid, 'SIGKILL')
      await new Promise((resolve) => setTimeout(resolve, pause))
      await engine.stop()
      await expect(fetch(engine.endpoint)).rejects.toThrow()
    }
  })

  it('refuses a directory that is in use, under any path, until it is free again', async () => {
    const link = path.join(directory, 'link')
    await symlink(directory, link)
    const first = await start({ dataDirectory: directory })
    await expect(start({ dataDirectory: link })).rejects.toThrow(
      /^Another service is using the data directory .*$/,
    )
    await first.stop()
    await start({ dataDirectory: link })
  })

  it('ends an engine that a killed service left running', async () => {
    const binary = path.resolve('node_modules/@dynoxide/linux-x64/dynoxide')
    const databaseFile = path.join(directory, 'cairn.sqlite')
    const orphan = await spawnEngine({
      binary,
      host: '127.0.0.1',
      port: 19_000 + (process.pid % 1_000),
      databaseFile,
    })
    await writeFile(path.join(directory, 'engine.pid'), `${orphan.pid}\n`)
    const engine = await start({ dataDirectory: directory })
    await orphan.gone
    expect(await responds(engine)).toBe(true)
  })

  it('says in one line why it did not start, and frees the directory', async () => {
    await writeFile(path.join(directory, 'cairn.sqlite'), 'this is no database'.repeat(100))
    await expect(start({ dataDirectory: directory })).rejects.toThrow(
      /^The embedded engine did not start: .*$/,
    )
    await rm(path.join(directory, 'cairn.sqlite'))
    await start({ dataDirectory: directory })
  })
})
