import { chmod, readdir, readFile, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import path from 'node:path'
import { createClient } from '@cairn/contract/client'
import { describe, expect, it } from 'vitest'
import { isRunning, mainScript, runScript, startCommand } from '../support/service/child-process.ts'
import { machineForEachTest } from '../support/service/machine.ts'

const machine = machineForEachTest()

const healthOf = async (origin: string) => (await fetch(`${origin}/health`)).json()

async function untilGone(pid: number): Promise<void> {
  await expect.poll(() => isRunning(pid)).toBe(false)
}

/** What the service says about itself in its data directory. */
async function runningService(): Promise<{ pid: number; socket: string }> {
  return JSON.parse(await readFile(path.join(machine.directory, 'service.json'), 'utf8'))
}

/** The process ids that a process started. */
async function childrenOf(pid: number): Promise<string[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return text.split(' ').filter((child) => child !== '')
}

describe('the service', () => {
  it('accepts requests on both addresses of localhost when it says so', async () => {
    const { port, lines } = await machine.start()
    expect(lines).toEqual([`Cairn listens on http://localhost:${port}`])
    for (const host of ['127.0.0.1', '[::1]', 'localhost']) {
      expect(await healthOf(`http://${host}:${port}`)).toEqual({ service: 'api', status: 'ok' })
    }
  })

  it('keeps compiled modules beside the installed packages, and starts without them too', async () => {
    const tell = `import { getCompileCacheDir } from 'node:module'; process.on('exit', () => process.stderr.write(String(getCompileCacheDir())))`
    const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(tell)}`
    const cacheOf = async (environment: Record<string, string>) => {
      const child = await machine.start({ NODE_OPTIONS, ...environment })
      child.process.kill('SIGTERM')
      return (await child.exited).stderr
    }
    expect(await cacheOf({ NODE_COMPILE_CACHE: '' })).toMatch(/node_modules\/\.cache\/compile\/v24/)
    expect(await cacheOf({ NODE_COMPILE_CACHE: '/dev/null/unusable' })).toBeDefined()
    expect(await cacheOf({ NODE_DISABLE_COMPILE_CACHE: '1' })).toBe('undefined')
  })

  it('listens on loopback only', async () => {
    const { port } = await machine.start()
    const table = (await readFile('/proc/net/tcp', 'utf8')) + (await readFile('/proc/net/tcp6', 'utf8'))
    const hexPort = port.toString(16).toUpperCase().padStart(4, '0')
    const listening = table.matchAll(/ ([0-9A-F]+):([0-9A-F]{4}) [0-9A-F]+:0000 0A /g)
    const addresses = [...listening].filter(([, , at]) => at === hexPort).map(([, address]) => address)
    expect(addresses.sort()).toEqual(['00000000000000000000000001000000', '0100007F'])
  })

  it('writes files that only their owner can read, even in a directory that others can read', async () => {
    await chmod(machine.directory, 0o755)
    const { origin } = await machine.start()
    await createClient({ baseUrl: origin, headers: { origin } }).register({
      body: { email: 'ada@example.com', displayName: 'Ada', password: 'correct horse battery' },
    })
    const modeOf = async (file: string) => (await stat(file)).mode & 0o777
    expect(await modeOf(machine.directory)).toBe(0o700)
    const files = await readdir(machine.directory)
    expect(files).toEqual(
      expect.arrayContaining(['engine.lock', 'engine.sqlite', 'secrets.json', 'service.json']),
    )
    for (const file of files) expect(await modeOf(path.join(machine.directory, file)), file).toBe(0o600)
  })

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'exits 0 on %s, and leaves no process and no socket',
    async (signal) => {
      const child = await machine.start()
      const { socket } = await runningService()
      expect(await childrenOf(child.pid)).toEqual([])
      child.process.kill(signal)
      expect(await child.exited).toMatchObject({ code: 0, signal: null, stderr: '' })
      await expect(stat(path.join(machine.directory, 'service.json'))).rejects.toThrow()
      await expect(stat(path.dirname(socket))).rejects.toThrow()
    },
  )

  // Ctrl-C reaches every process of the terminal's group, and npm forwards it to the service again.
  it.each<[string, NodeJS.Signals, (pid: number) => number]>([
    ['Ctrl-C', 'SIGINT', (npm) => -npm],
    ['SIGTERM of npm', 'SIGTERM', (npm) => npm],
  ])('shuts down cleanly under npm on %s', async (_, signal, targetOf) => {
    const npm = startCommand('npm', ['start', '--silent'], {
      environment: { PORT: '0', DATA_DIR: machine.directory },
      ownGroup: true,
    })
    const child = await machine.start({}, npm)
    const { pid } = await runningService()
    process.kill(targetOf(child.pid), signal)
    expect((await child.exited).stderr).toBe('')
    await untilGone(pid)
    await expect(stat(path.join(machine.directory, 'service.json'))).rejects.toThrow()
  })

  it('exits at once on a second signal', async () => {
    const child = await machine.start()
    // A request that does not end delays the shutdown by its full five seconds.
    const socket = connect(child.port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write('POST /v1/goals HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{')
    await new Promise((resolve) => setTimeout(resolve, 100))
    const begin = performance.now()
    child.process.kill('SIGTERM')
    await new Promise((resolve) => setTimeout(resolve, 700))
    expect(await isRunning(child.pid)).toBe(true)
    child.process.kill('SIGTERM')
    await child.exited
    expect(performance.now() - begin).toBeLessThan(4_500)
    socket.destroy()
  })

  it('stops on a signal during the start', async () => {
    const command = startCommand(process.execPath, [mainScript], {
      environment: { PORT: '0', DATA_DIR: machine.directory },
    })
    await new Promise((resolve) => setTimeout(resolve, 400))
    command.process.kill('SIGTERM')
    const { stderr } = await command.exited
    expect(stderr).toBe('')
  })
})

describe('a service that cannot start', () => {
  const environment = () => ({ DATA_DIR: machine.directory, PORT: '0' })

  it('says in one line that the port is in use', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => server.on('listening', resolve))
    const { port } = server.address() as { port: number }
    const exit = await runScript(mainScript, [], { ...environment(), PORT: String(port) })
    expect(exit).toEqual({
      code: 1,
      signal: null,
      stdout: '',
      stderr: `Port ${port} is already in use. Set PORT to another one.\n`,
    })
    server.close()
  })

  it('says in one line that the data directory is in use, and does not disturb the other service', async () => {
    const { origin } = await machine.start()
    const exit = await runScript(mainScript, [], environment())
    expect(exit).toMatchObject({ code: 1, stdout: '' })
    expect(exit.stderr).toMatch(/^Another service is using the data directory .*\n$/)
    expect(await healthOf(origin)).toEqual({ service: 'api', status: 'ok' })
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
    const exit = await runScript(mainScript, [], { ...environment(), ...wrong })
    expect(exit).toMatchObject({ code: 1, stdout: '' })
    expect(exit.stderr).toMatch(/^[^\n]+\n$/)
    expect(exit.stderr).toContain(name)
  })
})
