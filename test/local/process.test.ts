import { chmod, readdir, readFile, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import path from 'node:path'
import { createClient } from '@cairn/contract/http/client'
import { startLocalService } from '@cairn/local/service'
import { sentenceAbout } from '@cairn/local/start-error'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  type ChildService,
  isRunning,
  mainScript,
  runScript,
  startCommand,
} from '../support/service/child-process.ts'
import { machineForAllTests, machineForEachTest } from '../support/service/machine.ts'
import { testsAll } from '../support/test-all.ts'

const machine = machineForEachTest()

const healthOf = async (origin: string) => (await fetch(`${origin}/health`)).json()

async function untilGone(pid: number): Promise<void> {
  await expect.poll(() => isRunning(pid)).toBe(false)
}

/** The service's record of itself in its data directory. */
async function runningService(directory: string): Promise<{ pid: number; socket: string }> {
  return JSON.parse(await readFile(path.join(directory, 'service.json'), 'utf8'))
}

/** The process ids that a process started. */
async function childrenOf(pid: number): Promise<string[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return text.split(' ').filter((child) => child !== '')
}

describe('the service', () => {
  const shared = machineForAllTests()
  let service: ChildService

  beforeAll(async () => {
    await chmod(shared.directory, 0o755)
    service = await shared.start()
  })

  it('accepts requests on both addresses of localhost when it says so', async () => {
    const { port, lines } = service
    expect(lines).toEqual([`Cairn listens on http://localhost:${port}`])
    for (const host of ['127.0.0.1', '[::1]', 'localhost']) {
      expect(await healthOf(`http://${host}:${port}`)).toEqual({ service: 'api', status: 'ok' })
    }
  })

  it('listens on loopback only', async () => {
    const table = (await readFile('/proc/net/tcp', 'utf8')) + (await readFile('/proc/net/tcp6', 'utf8'))
    const hexPort = service.port.toString(16).toUpperCase().padStart(4, '0')
    const listening = table.matchAll(/ ([0-9A-F]+):([0-9A-F]{4}) [0-9A-F]+:0000 0A /g)
    const addresses = [...listening].filter(([, , at]) => at === hexPort).map(([, address]) => address)
    expect(addresses.sort()).toEqual(['00000000000000000000000001000000', '0100007F'])
  })

  it('starts no process of its own', async () => {
    expect(await childrenOf(service.pid)).toEqual([])
  })

  it('writes files that only their owner can read, even in a directory that others can read', async () => {
    const { origin } = service
    await createClient({ baseUrl: origin, headers: { origin } }).register({
      body: { email: 'ada@example.com', displayName: 'Ada', password: 'correct horse battery' },
    })
    const modeOf = async (file: string) => (await stat(file)).mode & 0o777
    expect(await modeOf(shared.directory)).toBe(0o700)
    const files = await readdir(shared.directory)
    expect(files).toEqual(
      expect.arrayContaining(['engine.lock', 'engine.sqlite', 'secrets.json', 'service.json']),
    )
    for (const file of files) expect(await modeOf(path.join(shared.directory, file)), file).toBe(0o600)
  })

  it('is not disturbed by another one on its data directory, which does not start', async () => {
    await expect(startLocalService({ port: 0, dataDirectory: shared.directory })).rejects.toThrow(
      /^Another service is using the data directory [^\n]*$/,
    )
    expect(await healthOf(service.origin)).toEqual({ service: 'api', status: 'ok' })
  })

  // The folder of compiled modules, beside the installed packages. It starts without them too.
  const tell = `import { getCompileCacheDir } from 'node:module'; process.on('exit', () => process.stderr.write(String(getCompileCacheDir())))`
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(tell)}`
  it.each<[NodeJS.Signals, Record<string, string>, RegExp]>([
    ['SIGTERM', { NODE_COMPILE_CACHE: '' }, /^\S+node_modules\/\.cache\/compile\/v24[^\n]*$/],
    ['SIGINT', { NODE_COMPILE_CACHE: '/dev/null/unusable' }, /^[^\n]*$/],
    ['SIGHUP', { NODE_DISABLE_COMPILE_CACHE: '1' }, /^undefined$/],
  ])(
    'exits 0 on %s, and leaves no process and no socket; compiled modules: %j',
    async (signal, cache, kept) => {
      const child = await machine.start({ NODE_OPTIONS, ...cache })
      const { socket } = await runningService(machine.directory)
      child.process.kill(signal)
      expect(await child.exited).toMatchObject({ code: 0, signal: null, stderr: expect.stringMatching(kept) })
      await expect(stat(path.join(machine.directory, 'service.json'))).rejects.toThrow()
      await expect(stat(path.dirname(socket))).rejects.toThrow()
    },
  )

  // Ctrl-C reaches every process of the terminal's group, and npm forwards it to the service again.
  const signals: [string, NodeJS.Signals, (pid: number) => number][] = [
    ['Ctrl-C', 'SIGINT', (npm) => -npm],
    ['SIGTERM of npm', 'SIGTERM', (npm) => npm],
  ]
  // They differ in what npm does.
  it.each(testsAll ? signals : signals.slice(0, 1))(
    'shuts down cleanly under npm on %s',
    async (_, signal, targetOf) => {
      const npm = startCommand('npm', ['start', '--silent'], {
        environment: { PORT: '0', DATA_DIR: machine.directory },
        ownGroup: true,
      })
      const child = await machine.start({}, npm)
      const { pid } = await runningService(machine.directory)
      process.kill(targetOf(child.pid), signal)
      expect((await child.exited).stderr).toBe('')
      await untilGone(pid)
      await expect(stat(path.join(machine.directory, 'service.json'))).rejects.toThrow()
    },
  )

  it('stops if npm is killed', async () => {
    const parent = startCommand('bash', ['-c', `'${process.execPath}' '${mainScript}' & wait`], {
      environment: { PORT: '0', DATA_DIR: machine.directory, npm_lifecycle_event: 'start' },
    })
    const child = await machine.start({}, parent)
    const { pid } = await runningService(machine.directory)
    process.kill(child.pid, 'SIGKILL')
    try {
      await untilGone(pid)
    } finally {
      if (await isRunning(pid)) process.kill(pid, 'SIGKILL')
    }
    await expect(stat(path.join(machine.directory, 'service.json'))).rejects.toThrow()
  })

  it('stops on a signal during the start', async () => {
    const command = startCommand(process.execPath, [mainScript], {
      environment: { PORT: '0', DATA_DIR: machine.directory },
    })
    await expect.poll(() => readdir(machine.directory), { interval: 1 }).toContain('engine.lock')
    command.process.kill('SIGTERM')
    expect(await command.exited).toMatchObject({ code: 0, signal: null, stderr: '' })
    expect(await readdir(machine.directory)).not.toContain('service.json')
  })
})

describe('a service that cannot start', () => {
  it('exits 1 and says in one line that the port is in use', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => server.on('listening', resolve))
    const { port } = server.address() as { port: number }
    const exit = await runScript(mainScript, [], { DATA_DIR: machine.directory, PORT: String(port) })
    expect(exit).toEqual({
      code: 1,
      signal: null,
      stdout: '',
      stderr: `Port ${port} is already in use. Set PORT to another one.\n`,
    })
    server.close()
  })

  it.each([
    [{ PORT: 'http' }, 'PORT'],
    [{ WEB_ORIGIN: 'nonsense' }, 'WEB_ORIGIN'],
    [{ CURSOR_SECRET: 'short' }, 'CURSOR_SECRET'],
    [{ LOG_LEVEL: 'LOUD' }, 'LOG_LEVEL'],
    [{ DYNAMODB_ENDPOINT: 'http://127.0.0.1:9' }, 'http://127.0.0.1:9'],
    [{ DATA_DIR: mainScript }, 'DATA_DIR'],
    [{ DATA_DIR: '/proc/cairn/data' }, 'DATA_DIR'],
    [{ HOST: '192.0.2.1' }, 'HOST'],
  ])('names the wrong setting in one line: %j', async (wrong, name) => {
    const environment = { DATA_DIR: machine.directory, PORT: '0', ...wrong }
    const error = await startLocalService({ environment }).catch((thrown: unknown) => thrown)
    const sentence = sentenceAbout(error)
    expect(sentence).toMatch(/^[^\n]+$/)
    expect(sentence).toContain(name)
  })
})
