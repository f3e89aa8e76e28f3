import {
  GetSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { fetchRotatedSecret, withSecrets } from './secrets.ts'

const mock = mockClient(SecretsManagerClient)
afterAll(() => {
  mock.restore()
  vi.unstubAllEnvs()
})
const proxyArn = 'arn:aws:secretsmanager:eu-central-1:123456789012:secret:proxy'
const notFound = new ResourceNotFoundException({ message: 'no such version', $metadata: {} })
const current = { SecretId: proxyArn, VersionStage: 'AWSCURRENT' }
const previous = { SecretId: proxyArn, VersionStage: 'AWSPREVIOUS' }

beforeEach(() => {
  mock.reset()
  vi.stubEnv('AWS_REGION', 'eu-central-1')
})

test('returns an environment without ARNs unchanged, and fetches nothing', async () => {
  const environment = { AUTH_PROXY_SECRET: 'given' }
  expect(await withSecrets(environment)).toBe(environment)
  expect(mock.calls()).toHaveLength(0)
})

test('both versions of a rotated secret are valid', async () => {
  mock.on(GetSecretValueCommand, current).resolves({ SecretString: 'new' })
  mock.on(GetSecretValueCommand, previous).resolves({ SecretString: 'old' })
  expect(await withSecrets({ AUTH_PROXY_SECRET_ARN: proxyArn })).toMatchObject({
    AUTH_PROXY_SECRET: 'new',
    AUTH_PROXY_SECRET_PREVIOUS: 'old',
  })
})

test('a secret that was never rotated has one version', async () => {
  mock.on(GetSecretValueCommand, current).resolves({ SecretString: 'new' })
  mock.on(GetSecretValueCommand, previous).rejects(notFound)
  const environment = await withSecrets({ AUTH_PROXY_SECRET_ARN: proxyArn })
  expect(environment.AUTH_PROXY_SECRET).toBe('new')
  expect(environment.AUTH_PROXY_SECRET_PREVIOUS).toBeUndefined()
})

test('the cursor secret has no previous version', async () => {
  mock.on(GetSecretValueCommand).resolves({ SecretString: 'cursor' })
  expect(await withSecrets({ CURSOR_SECRET_ARN: 'arn' })).toMatchObject({ CURSOR_SECRET: 'cursor' })
  expect(mock.calls()).toHaveLength(1)
})

test.each(['AWSCURRENT', 'AWSPREVIOUS'])(
  'a failure to fetch %s stops the start and names the setting',
  async (stage) => {
    mock.on(GetSecretValueCommand).resolves({ SecretString: 'new' })
    mock.on(GetSecretValueCommand, { SecretId: proxyArn, VersionStage: stage }).rejects(new Error('denied'))
    await expect(withSecrets({ AUTH_PROXY_SECRET_ARN: proxyArn })).rejects.toThrow(/AUTH_PROXY_SECRET_ARN/)
  },
)

test('a rotated secret is fetched again, the current value first', async () => {
  mock.on(GetSecretValueCommand, current).resolves({ SecretString: 'new' })
  mock.on(GetSecretValueCommand, previous).resolvesOnce({ SecretString: 'old' }).rejects(notFound)
  expect(await fetchRotatedSecret(proxyArn)).toEqual(['new', 'old'])
  expect(await fetchRotatedSecret(proxyArn)).toEqual(['new'])
})

test('a failed fetch throws, and one that takes more than 2 seconds is aborted', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout')
  mock.on(GetSecretValueCommand).rejects(new Error('denied'))
  await expect(fetchRotatedSecret(proxyArn)).rejects.toThrow('denied')
  const [signal] = timeout.mock.results.map(({ value }) => value)
  expect(timeout.mock.calls).toEqual([[2_000]])
  const options = (mock.send.args as unknown[][]).map(([, given]) => given)
  expect(options).toEqual([{ abortSignal: signal }, { abortSignal: signal }])
  timeout.mockRestore()
})
