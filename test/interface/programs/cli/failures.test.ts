import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { stopAfterFile } from '../../../support/stop-after-file.ts'
import { createMachine, outputOf } from '../support/command.ts'
import { type Answer, json, refusal, silent, startFakeService, text } from '../support/fake-service.ts'

const service = stopAfterFile(await startFakeService())
const gone = await startFakeService()
await gone.stop()
const environment = { CAIRN_ORIGIN: service.origin, CAIRN_TOKEN: 'secret' }
const { cairn, process: cairnProcess, start, home } = stopAfterFile(await createMachine(environment))

beforeEach(() => {
  service.got.length = 0
})

/** Longer than the client waits: it gives up at once. */
const tooLong = { 'retry-after': '3600' }

describe('the exit code says what to do', () => {
  it.each([
    [refusal(400, 'invalid_request'), 1, 'This is invalid_request.'],
    [refusal(401, 'invalid_api_token'), 3, 'Sign in again with: cairn login'],
    [refusal(403, 'insufficient_scope'), 3, 'This is insufficient_scope.'],
    [refusal(404, 'goal_not_found'), 4, 'This is goal_not_found.'],
    [refusal(409, 'goal_label_exists'), 5, 'This is goal_label_exists.'],
    [
      refusal(429, 'too_many_requests', tooLong),
      6,
      'cairn: Cairn takes no more requests from you for now: try again in 3600 seconds.\n',
    ],
    [refusal(500, 'internal_error'), 1, 'Request r-1'],
    [refusal(503, 'unavailable', tooLong), 6, 'cairn: Cairn is unavailable: try again in 3600 seconds.\n'],
    [text(502, 'Bad gateway', tooLong), 6, 'cairn: Cairn is unavailable: try again in 3600 seconds.\n'],
    // A gateway in front of Cairn knows no other shape.
    [
      text(429, '{"message":"Too Many Requests"}', tooLong),
      6,
      'cairn: Cairn takes no more requests from you for now: try again in 3600 seconds.\n',
    ],
    [text(200, '<h1>Hello</h1>'), 1, 'is not one of Cairn'],
    [
      text(302, '', { location: 'https://sign-in.example/\u009b' }),
      1,
      'redirects to https://sign-in.example/\\x9b',
    ],
  ])('%#', async (answer, code, message) => {
    service.answers = [answer]
    const output = await cairn(['whoami'])
    expect(output).toMatchObject({ code, stdout: '' })
    expect(output.stderr).toContain(message)
    expect(service.got).toHaveLength(1)
  })

  it('also in a process of its own', async () => {
    service.answers = [refusal(404, 'goal_not_found')]
    const output = await cairnProcess(['whoami'])
    expect(output).toEqual({ code: 4, stdout: '', stderr: 'cairn: This is goal_not_found.\n' })
  })

  it('nobody listens: try later', async () => {
    const output = await cairn(['whoami'], { environment: { CAIRN_ORIGIN: gone.origin } })
    expect(output.code).toBe(6)
    expect(output.stderr).toContain(`Cannot reach Cairn at ${gone.origin}`)
  })
})

describe('a service that asks to wait', () => {
  const busy = refusal(429, 'too_many_requests', { 'retry-after': '7' })
  const down = refusal(503, 'unavailable', { 'retry-after': '1' })
  const goalId = '5d0e9f0a-7b7a-4a1c-9d52-6a4e8f7b2c10'
  const goal = json(200, { goal: { id: goalId, title: 'A wood', version: 3, revision: 1 } })
  const create = ['goal', 'new', '--description=A', '--continuous']
  const edit = ['goal', 'edit', goalId, '--title=B']

  /** Runs a command. Returns what it sent, how many seconds it waited each time, and what it printed. */
  async function waited(parameters: string[], answers: Answer[]) {
    service.answers = answers
    const pauses: number[] = []
    const pause = async (milliseconds: number) => {
      pauses.push(Math.floor(milliseconds / 1_000))
    }
    const { code, stdout, stderr } = await cairn(parameters, { pause })
    return { sent: service.got.map(({ method }) => method), pauses, code, stdout, stderr }
  }

  it.each<[string, string[], Answer[], string[], number[]]>([
    [
      'a read after 503',
      ['goal', 'show', goalId, '--json'],
      [down, down, goal],
      ['GET', 'GET', 'GET'],
      [1, 1],
    ],
    ['a read after 429', ['goal', 'show', goalId, '--json'], [busy, goal], ['GET', 'GET'], [7]],
    [
      'a creation after 503, under one key',
      create,
      [down, json(201, { goal: { id: goalId, title: 'A', version: 1, revision: 1 } })],
      ['POST', 'POST'],
      [1],
    ],
    ['an edit after 429', edit, [goal, busy, goal], ['GET', 'PATCH', 'PATCH'], [7]],
  ])('gets %s again when it said', async (_, parameters, answers, sent, pauses) => {
    const got = await waited(parameters, answers)
    expect(got).toMatchObject({ sent, pauses, code: 0, stderr: '' })
    expect(new Set(service.got.slice(-2).map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
  })

  it.each<[string, string[], Answer[], string[], string]>([
    ['4 reads', ['whoami'], [down], Array(4).fill('GET'), 'Cairn is unavailable: try again in 1 second.'],
    [
      '4 refused reads',
      ['whoami'],
      [busy],
      Array(4).fill('GET'),
      'Cairn takes no more requests from you for now: try again in 7 seconds.',
    ],
    ['1 edit', edit, [goal, down], ['GET', 'PATCH'], 'Cairn is unavailable: try again in 1 second.'],
    [
      '4 reads',
      ['whoami'],
      [text(503, 'Busy')],
      Array(4).fill('GET'),
      'Cairn is unavailable: try again later.',
    ],
  ])(
    'gets no more than %s, and the command says one sentence',
    async (_, parameters, answers, sent, sentence) => {
      const got = await waited(parameters, answers)
      expect(got).toMatchObject({ sent, code: 6, stdout: '', stderr: `cairn: ${sentence}\n` })
      expect(got.pauses).toHaveLength(sent.filter((method) => method !== 'PATCH').length - 1)
    },
  )
})

it('errors are JSON too', async () => {
  service.answers = [
    json(400, { error: 'invalid_request', message: 'No.', details: [{ path: 'q', message: 'Short.' }] }),
  ]
  const { code, stdout, stderr } = await cairn(['goals', '--json'])
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(JSON.parse(stderr)).toEqual({
    error: {
      exitCode: 1,
      message: 'No.',
      status: 400,
      code: 'invalid_request',
      details: [{ path: 'q', message: 'Short.' }],
      requestId: null,
    },
  })
})

it('says which field is wrong', async () => {
  const details = [{ path: 'title', message: 'Use at most\n200 characters.' }]
  service.answers = [json(400, { error: 'invalid_request', message: 'The request is invalid.', details })]
  const { stderr } = await cairn(['goals'])
  expect(stderr).toBe('cairn: The request is invalid.\n  title: Use at most 200 characters.\n')
})

describe('the token', () => {
  it('is not sent to another machine over plain http, except on purpose', async () => {
    const options = { environment: { CAIRN_ORIGIN: 'http://cairn.example.com' } }
    const { code, stderr } = await cairn(['whoami'], options)
    expect(code).toBe(2)
    expect(stderr).toBe(
      'cairn: A token over plain http can be read on the way. Use https, or use --allow-http.\n',
    )
  })

  it.each(['cairn.example.com', 'https://cairn.example.com/v1', 'https://ann:pw@cairn.example.com'])(
    'is not sent to %s',
    async (origin) => {
      const { code, stderr } = await cairn(['whoami'], { environment: { CAIRN_ORIGIN: origin } })
      expect(code).toBe(2)
      expect(stderr).toMatch(/Not an origin|Use the origin alone/)
    },
  )

  it('of the environment needs an origin of the environment', async () => {
    const { code, stderr } = await cairn(['whoami'], { environment: { CAIRN_ORIGIN: '' } })
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: 'cairn: CAIRN_TOKEN is set. Set CAIRN_ORIGIN too.\n',
    })
  })
})

it('Ctrl-C ends a command that waits', async () => {
  service.answers = [silent]
  const child = start(['whoami'])
  const output = outputOf(child)
  await expect.poll(() => service.got.length).toBe(1)
  child.kill('SIGINT')
  expect(await output).toEqual({ code: 130, stdout: '', stderr: '' })
})

it('Ctrl-C during an export leaves no half file', async () => {
  const me = { user: {}, organization: { id: 'o', name: 'Acme' }, credential: { kind: 'session' } }
  service.answers = [json(200, me), silent]
  const child = start(['export', '--format=csv', '--output=goals.csv'])
  const output = outputOf(child)
  await expect.poll(() => service.got.length).toBe(2)
  const files = async () => (await readdir(home)).filter((name) => name.startsWith('goals.csv'))
  expect(await files()).toEqual([expect.stringMatching(/^goals\.csv\.\d+\.part$/)])
  child.kill('SIGINT')
  expect(await output).toEqual({ code: 130, stdout: '', stderr: '' })
  expect(await files()).toEqual([])
})

it('ends quietly if nobody reads the output any more', async () => {
  const label = { id: 'x', name: 'y'.repeat(100), description: 'z'.repeat(1_000) }
  const page = { labels: Array.from({ length: 2_000 }, () => label), nextCursor: null }
  service.answers = [json(200, page)]
  const child = start(['labels'])
  let stderr = ''
  child.stderr?.on('data', (chunk) => {
    stderr += chunk
  })
  child.stdout?.once('data', () => child.stdout?.destroy())
  const [code] = await once(child, 'close')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
})
