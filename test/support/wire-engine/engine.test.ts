import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startWireEngine, type WireEngine } from './engine.ts'

let directory: string
const running: WireEngine[] = []

beforeEach(async () => {
  // A shell would split this name.
  directory = await mkdtemp(path.join(tmpdir(), `cairn "o'neil" $(true) é-`))
})

afterEach(async () => {
  for (const engine of running.splice(0)) await engine.stop()
  await rm(directory, { recursive: true })
})

async function start(options: Parameters<typeof startWireEngine>[0] = {}): Promise<WireEngine> {
  const engine = await startWireEngine(options)
  running.push(engine)
  return engine
}

/** The arguments of a process, empty for one that is gone or a zombie. */
function commandLineOf(pid: number): Promise<string> {
  return readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
}

const responds = async ({ endpoint }: WireEngine) => (await fetch(endpoint)).ok

// Nothing else needs its package, which exists for Linux x64 only.
describe.runIf(process.env.TEST_ENGINE === 'wire')('startWireEngine', () => {
  it('accepts requests when it resolves, at a random loopback address that a page cannot find', async () => {
    const engines = await Promise.all([start(), start(), start({ dataDirectory: directory })])
    expect(await Promise.all(engines.map(responds))).toEqual([true, true, true])
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
    expect(await commandLineOf(engine.pid)).toContain('serve')
    await Promise.all([engine.stop(), engine.stop()])
    expect(await commandLineOf(engine.pid)).toBe('')
    await expect(fetch(engine.endpoint)).rejects.toThrow()
  })

  it('says why it did not start', async () => {
    await writeFile(path.join(directory, 'cairn.sqlite'), 'this is no database'.repeat(100))
    await expect(start({ dataDirectory: directory })).rejects.toThrow(/^The wire engine did not start: .+$/)
  })
})
