import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { beforeEach, describe, expect, it } from 'vitest'
import { createToken } from '../../../support/people/api-tokens.ts'
import { createGoal, createLabel } from '../../../support/people/goals.ts'
import { startWithAda } from '../../../support/people/start-with-ada.ts'
import { createMachine, type Machine, outputOf } from '../support/command.ts'
import { json, refusal, startFakeService } from '../support/fake-service.ts'

const { service, ada } = await startWithAda()
const { secret } = await createToken(ada)
const environment = { CAIRN_ORIGIN: service.origin, CAIRN_TOKEN: secret }

let machine: Machine

beforeEach(async () => {
  machine = await createMachine(environment)
  return machine.stop
})

/** The titles of the goals that a watch printed. */
async function seen(parameters: string[] = []): Promise<string[]> {
  const { code, stdout, stderr } = await machine.cairn(['watch', '--once', '--json', ...parameters])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line).event.goal?.title ?? '')
}

describe('a watch', () => {
  it('begins now, and continues where the last one ended', async () => {
    await createGoal(ada, { title: 'Before' })
    expect(await seen()).toEqual([])
    await createGoal(ada, { title: 'One' })
    await createGoal(ada, { title: 'Two' })
    expect(await seen()).toEqual(['One', 'Two'])
    expect(await seen()).toEqual([])
    await createGoal(ada, { title: 'Three' })
    expect(await seen(['--from=now'])).toEqual([])
    expect(await seen(['--from=start'])).toContain('Before')
  })

  it('is of one goal, if told', async () => {
    await seen()
    const { id } = await createGoal(ada, { title: 'Mine' })
    await createGoal(ada, { title: 'Other' })
    expect(await seen([`--goal=${id}`])).toEqual(['Mine'])
    // The others have been passed over.
    expect(await seen()).toEqual([])
  })

  it('prints what happens until Ctrl-C', async () => {
    await seen()
    const child = machine.start(['watch', '--every=1'])
    const output = outputOf(child)
    const lines: string[] = []
    if (child.stdout) createInterface(child.stdout).on('line', (line) => lines.push(line))
    const positionOf = () => readFile(path.join(machine.home, '.local/state/cairn/read.json'), 'utf8')
    const before = await positionOf()
    await createLabel(ada, 'Green')
    await expect.poll(() => lines.length).toBe(1)
    expect(lines[0]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\dZ {2}You created the label Green$/)
    await expect.poll(positionOf).not.toBe(before)
    child.kill('SIGINT')
    expect((await output).code).toBe(130)
    expect(await seen()).toEqual([])
  })
})

const me = json(200, {
  user: { id: 'u', displayName: 'Ann', email: 'a@example.com' },
  organization: { id: 'o', name: 'Acme', role: 'owner' },
  credential: { kind: 'session' },
})
const page = (cursor: string) => json(200, { events: [], nextCursor: null, cursor })

describe('a watch goes on', () => {
  it('after the service was gone, with growing pauses', async () => {
    const fake = await startFakeService()
    const down = refusal(503, 'unavailable', { 'retry-after': '3600' })
    fake.answers = [me, page('c-0'), down, down, page('c-1')]
    const pauses: number[] = []
    const { code, stderr } = await machine.cairn(['watch', '--every=1'], {
      environment: { CAIRN_ORIGIN: fake.origin },
      pause: async (milliseconds) => {
        pauses.push(milliseconds)
        if (pauses.length === 3) throw new Error('Enough.')
      },
    })
    // Two failures, and one page without news.
    expect(pauses).toEqual([2_000, 4_000, 1_000])
    expect({ code, stderr: stderr.split('\n') }).toEqual({
      code: 1,
      stderr: [
        expect.stringMatching(/^cairn: .* Asking again in 2 seconds\.$/),
        expect.stringMatching(/^cairn: .* Asking again in 4 seconds\.$/),
        'cairn: Enough.',
        '',
      ],
    })
    expect(fake.got.slice(2).map(({ path }) => path)).toEqual(Array(3).fill('/v1/events?after=c-0'))
    await fake.stop()
  })

  it('with the oldest event after the position has expired, and says so', async () => {
    const fake = await startFakeService()
    fake.answers = [me, page('c-0'), refusal(400, 'invalid_cursor'), page('c-1')]
    const options = { environment: { CAIRN_ORIGIN: fake.origin } }
    const { code, stderr } = await machine.cairn(['watch', '--once'], options)
    expect(code).toBe(0)
    expect(stderr).toContain('The last position has expired')
    expect(fake.got.at(-1)?.path).toBe('/v1/events')
    await fake.stop()
  })
})

it('needs the scope for all goals', async () => {
  const { secret: narrow } = await createToken(ada, ['goals:read'])
  const { code, stderr } = await machine.cairn(['watch'], { environment: { CAIRN_TOKEN: narrow } })
  expect(code).toBe(3)
  expect(stderr).toContain('cairn: ')
})
