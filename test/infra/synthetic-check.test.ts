import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { machineForAllTests } from '../support/service/machine.ts'
import { grantsOf } from './support/granted-permissions.ts'
import { production, root, type Synthesized, synthesize, synthLimit } from './support/synth.ts'

type Handler = (event: { check?: 'secrets' }) => Promise<void>
type Environment = Record<'WEB_ORIGIN' | 'SIGN_IN' | 'SECRET_ARNS' | 'METRICS_NAMESPACE', string>

const directory = mkdtempSync(path.join(tmpdir(), 'cairn-check-'))
afterAll(() => rmSync(directory, { recursive: true }))
afterEach(() => vi.unstubAllEnvs())

/** The time of each secret's change, by its ARN. */
const changed = new Map<string, Date>()

/** Loads the code as Lambda does: it is index.js, the runtime has the SDK, and the environment is read when it starts. */
function load(environment: Partial<Environment>): Handler {
  const sdk = path.join(directory, 'node_modules/@aws-sdk/client-secrets-manager')
  mkdirSync(sdk, { recursive: true })
  cpSync(path.join(root, 'infra/monitoring/synthetic-check-handler.cjs'), path.join(directory, 'index.js'))
  writeFileSync(
    path.join(sdk, 'index.js'),
    `exports.DescribeSecretCommand = class { constructor(input) { this.input = input } }
    exports.SecretsManagerClient = class { send = ({ input }) => exports.describe(input) }`,
  )
  const require = createRequire(path.join(directory, 'index.js'))
  require(sdk).describe = async ({ SecretId }: { SecretId: string }) => ({
    LastChangedDate: changed.get(SecretId),
    CreatedDate: new Date('2020-01-01T00:00:00Z'),
  })
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value)
  const file = path.join(directory, 'index.js')
  delete require.cache[file]
  return require(file).handler
}

describe('the check of the service', () => {
  const machine = machineForAllTests()

  it('passes with a service that works, and fails with one that has stopped', async () => {
    const service = await machine.startHere({ environment: { EMAIL_DELIVERY: 'off' } })
    const check = load({ WEB_ORIGIN: service.origin, SIGN_IN: 'password' })
    await check({})
    // Refused sign-ins are not limited at this rate: one each five minutes.
    await check({})
    await service.stop()
    await expect(check({})).rejects.toThrow('fetch failed')
  })

  type Answers = Record<string, [status: number, body: string]>
  const working: Answers = {
    'GET /health': [200, '{"service":"api","status":"ok"}'],
    'GET /': [200, '<!doctype html><html lang="en">'],
    'GET /v1/auth/config': [200, '{}'],
    'GET /v1/auth/login': [302, ''],
    'POST /v1/auth/login': [401, '{"error":"invalid_credentials"}'],
  }
  let answers: Answers = {}
  const server = createServer((request, response) => {
    request.resume()
    const [status, body] = answers[`${request.method} ${request.url}`] ?? [404, '']
    response.writeHead(status, { location: 'https://id.example.com/' }).end(body)
  })
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  const checkWith = (own: Answers, signIn: string) => {
    answers = { ...working, ...own }
    const { port } = server.address() as AddressInfo
    return load({ WEB_ORIGIN: `http://127.0.0.1:${port}`, SIGN_IN: signIn })({})
  }

  it.each<[string, Answers, string]>([
    ['GET /health answered 503', { 'GET /health': [503, ''] }, 'config'],
    ['GET /health does not say ok', { 'GET /health': [200, '{"status":"ill"}'] }, 'config'],
    ['GET / answered 404', { 'GET /': [404, ''] }, 'config'],
    ['GET / is no page', { 'GET /': [200, 'Hello'] }, 'config'],
    ['GET /v1/auth/config answered 500', { 'GET /v1/auth/config': [500, ''] }, 'config'],
    ['GET /v1/auth/login answered 500', { 'GET /v1/auth/login': [500, ''] }, 'redirect'],
    ['POST /v1/auth/login answered 503', { 'POST /v1/auth/login': [503, ''] }, 'password'],
    [
      'POST /v1/auth/login answered origin_not_allowed',
      { 'POST /v1/auth/login': [401, '{"error":"origin_not_allowed"}'] },
      'password',
    ],
  ])('%s', async (message, own, signIn) => {
    await checkWith({}, signIn)
    await expect(checkWith(own, signIn)).rejects.toThrow(message)
  })
})

it('the age of the oldest secret is a metric', async () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000 - 1_000)
  changed.set('new', daysAgo(3))
  changed.set('old', daysAgo(400))
  const lines: string[] = []
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0)
  try {
    await load({ SECRET_ARNS: 'new,old', METRICS_NAMESPACE: 'Cairn/production' })({ check: 'secrets' })
  } finally {
    write.mockRestore()
  }
  expect(JSON.parse(lines.at(-1) ?? '')).toEqual({
    secretAgeDays: 400,
    _aws: {
      Timestamp: expect.any(Number),
      CloudWatchMetrics: [
        { Namespace: 'Cairn/production', Dimensions: [[]], Metrics: [{ Name: 'secretAgeDays' }] },
      ],
    },
  })
})

describe('in the template', () => {
  let stack: Synthesized
  beforeAll(() => {
    stack = synthesize(production)
  }, synthLimit)
  const check = (synthesized = stack) => {
    const [[id, lambda] = ['', undefined]] = synthesized
      .ofType('AWS::Lambda::Function')
      .filter(([name]) => name.startsWith('SyntheticCheck'))
    return { id, lambda }
  }

  it('it runs each five minutes, looks at the secrets each day, and is short enough to be inline', () => {
    const rules = stack
      .ofType('AWS::Events::Rule')
      .filter(([name]) => name.startsWith('Check'))
      .map(([, { Properties }]) => [
        Properties.ScheduleExpression,
        (Properties.Targets as { Input: string }[])[0]?.Input,
      ])
    expect(rules).toEqual([
      ['rate(5 minutes)', '{}'],
      ['rate(1 day)', '{"check":"secrets"}'],
    ])
    const { ZipFile } = (check().lambda?.Properties.Code ?? {}) as { ZipFile: string }
    expect(ZipFile.length).toBeLessThanOrEqual(4_096)
  })

  it('it may learn when secrets were changed, not what they are', () => {
    expect(grantsOf(stack, check().id).filter((grant) => !/^(logs|xray):/.test(grant))).toEqual([
      'secretsmanager:DescribeSecret CursorSecret',
      'secretsmanager:DescribeSecret OriginVerifySecret',
    ])
  })

  it.each([
    [{}, 'password'],
    [
      { authProvider: 'oidc', authOidcIssuer: 'https://id.example.com/', authOidcClientId: 'cairn' },
      'redirect',
    ],
  ])('it signs in as the provider allows: %j', (provider, signIn) => {
    const { lambda } = check(synthesize({ syntheticCheck: 'on', ...provider } as Record<string, string>))
    expect(lambda?.Properties.Environment).toMatchObject({ Variables: { SIGN_IN: signIn } })
  })

  it('it is off outside production', () => {
    expect(check(synthesize()).lambda).toBeUndefined()
  })
})
