import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { machineForEachTest } from '../support/service/machine.ts'
import { readTable } from '../support/table/read-table.ts'
import { useTenant } from './clients.ts'
import { runLoad } from './load.ts'
import { noMeasurements, problemsIn } from './measure.ts'
import { readSettings } from './settings.ts'

const machine = machineForEachTest()

const settingsFor = (origin: string, ...more: string[]) =>
  readSettings(
    ['--url', origin, '--tenants=2', '--people=2', '--seconds=1', '--poll=0.2', '--every=0.2', ...more],
    {},
  )

async function run(settings: ReturnType<typeof readSettings>) {
  const lines: string[] = []
  const print = (line: string) => void lines.push(line)
  const isWell = await runLoad(settings, { print, signal: new AbortController().signal })
  return { isWell, lines, text: lines.join('\n') }
}

describe('npm run load', () => {
  it('measures every kind of request, and leaves nothing behind', async () => {
    const { origin, database } = await machine.startHere()
    const { isWell, text } = await run(settingsFor(origin, '--max-p99=60000'))
    expect(text).toContain('creates 2 organizations with 5 goals each')
    for (const kind of ['news', 'report', 'agent: brief', 'agent: report']) {
      const [, requests, , errors] =
        text.match(new RegExp(`\\| ${kind} +\\| +(\\d+) \\| +([\\d.]+) \\| +(\\d+)`)) ?? []
      expect(Number(requests), kind).toBeGreaterThan(0)
      expect(errors, kind).toBe('0')
    }
    expect(text).toContain('All 2 organizations are deleted.')
    expect(isWell).toBe(true)
    const { organization } = await readTable(database)
    expect(organization.filter(({ name }) => name.startsWith('Load '))).toEqual([])
  })

  it('fails if a threshold is exceeded', async () => {
    const { origin } = await machine.startHere({
      environment: { RATE_LIMITS: 'request.token=1,request.account=100000' },
    })
    const { isWell, text } = await run(settingsFor(origin, '--max-p99=1', '--seconds=0.4'))
    expect(isWell).toBe(false)
    expect(text).toMatch(/news: .* % of the requests failed, at most 1 % may: .*429 too_many_requests/)
    expect(text).toContain('All 2 organizations are deleted.')
  })

  it('fails if it ended before the first request', async () => {
    const { origin } = await machine.startHere()
    const lines: string[] = []
    const print = (line: string) => void lines.push(line)
    expect(await runLoad(settingsFor(origin), { print, signal: AbortSignal.abort() })).toBe(false)
    expect(lines).toContain('Nothing was measured: the load ended before the first request.')
  })

  it('counts what an agent cannot do because it cannot read its goal', async () => {
    const server = createServer((_, response) => response.writeHead(500).end('{}'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const settings = settingsFor(`http://127.0.0.1:${port}`, '--agents=1')
    const measurements = noMeasurements()
    const tenant = { organizationId: 'o', name: 'Load', secret: 'cairn_secret', goalIds: ['g'] }
    const end = new AbortController()
    const running = useTenant(tenant, settings, measurements, end.signal)
    await expect.poll(() => measurements['agent: report'].errors.size).toBe(1)
    end.abort()
    await running
    expect([...measurements['agent: report'].errors.keys()]).toEqual([expect.stringMatching(/^500/)])
    expect(problemsIn(measurements, settings)).toContainEqual(
      expect.stringMatching(/^agent: report: 100.0 % of the requests failed, at most 1 % may: \d+ × 500/),
    )
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })

  it.each([
    [[], /^Usage: npm run load/],
    [['--url', 'localhost'], /^Usage: npm run load/],
    [['--url', 'ftp://localhost'], /^--url must begin with http or https\.$/],
    [['--url', 'http://localhost', '--what=1'], /^Usage: npm run load/],
    [['--url', 'http://localhost', '--tenants=91'], /^--tenants must be a whole number from 1 to 90\.$/],
    [['--url', 'http://localhost', '--seconds=soon'], /^--seconds must be a number from 0\.1 to 3600\.$/],
  ])('refuses %j', (parameters, message) => {
    expect(() => readSettings(parameters, {})).toThrow(message)
  })

  it('says which account it needs where nobody can register by a program', async () => {
    expect(() => readSettings(['--url', 'http://localhost'], { LOAD_EMAIL: 'a@example.com' })).toThrow(
      'Set LOAD_EMAIL and LOAD_PASSWORD both, or neither.',
    )
    const server = createServer((_, response) => response.writeHead(404).end())
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    await expect(run(settingsFor(`http://127.0.0.1:${port}`))).rejects.toThrow(
      /Set LOAD_EMAIL and LOAD_PASSWORD\.$/,
    )
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
})
