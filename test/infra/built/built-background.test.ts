import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readRecord } from '@cairn/domain/storage/database/read-record'
import { apiTokenEntity } from '@cairn/domain/storage/table/entities/api-token'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../support/eventually.ts'
import { createToken, type Integration } from '../../support/people/api-tokens.ts'
import { signIn } from '../../support/people/sign-in.ts'
import { createWireTable, engineEndpoint } from '../../support/service/engine.ts'
import { startEngineProxy } from '../../support/service/engine-proxy.ts'
import { startTestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { builtCode } from '../support/built-code.ts'
import { type BuiltFunction, startBuiltFunction } from '../support/built-function.ts'

/** Background work of a request, when Lambda suspends the function as soon as it has the response. */

const table = stopAfterFile(await createWireTable())
const service = stopAfterFile(await startTestService({ table }))
const ada = await signIn(service, { email: 'ada@example.com', displayName: 'Ada' })
const proxy = stopAfterFile(await startEngineProxy(await engineEndpoint()))

let directory: string
let labels: BuiltFunction

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'cairn-background-'))
  const code = await builtCode('goal-labels')
  labels = await startBuiltFunction(code, directory, 'goal-labels', {
    TABLE_NAME: service.table.tableName,
    DYNAMODB_ENDPOINT: proxy.endpoint,
    AWS_REGION: service.table.region,
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    WEB_ORIGIN: service.origin,
    CURSOR_SECRET: 'c'.repeat(64),
  })
})

afterAll(async () => {
  await labels?.stop()
  await rm(directory, { recursive: true })
})

afterEach(() => {
  proxy.setFault(undefined)
  proxy.reset()
})

/** Lists labels with an API token, and returns the status. */
async function list(secret: string): Promise<number> {
  const { statusCode } = await labels.invoke<{ statusCode: number }>({
    version: '2.0',
    routeKey: 'GET /v1/goal-labels',
    rawPath: '/v1/goal-labels',
    rawQueryString: '',
    headers: { authorization: `Bearer ${secret}` },
    requestContext: { requestId: 'request-1', http: { method: 'GET', path: '/v1/goal-labels' } },
    isBase64Encoded: false,
  })
  return statusCode
}

/** The same, and then suspends the function until the next request. */
async function listOnce(secret: string): Promise<number> {
  const status = await list(secret)
  labels.freeze()
  return status
}

const writesOfUse = () => proxy.calls.filter(({ operation }) => operation === 'UpdateItem')

async function lastUsedAt({ id }: Integration): Promise<string | undefined> {
  return (await readRecord(service.table.database, apiTokenEntity, { tokenId: id }))?.lastUsedAt
}

describe('recording the use of a token', () => {
  it('is done when the function responds', async () => {
    const token = await createToken(ada)
    const before = new Date().toISOString()
    expect(await listOnce(token.secret)).toBe(200)
    expect(writesOfUse()).toMatchObject([{ isGivenUp: false }])
    expect((await lastUsedAt(token)) ?? '').toSatisfy((at: string) => at >= before)
  })

  it('is aborted before the function responds if the database hangs', async () => {
    const token = await createToken(ada)
    proxy.setFault(({ operation }) => (operation === 'UpdateItem' ? 'hang' : 'pass'))
    expect(await listOnce(token.secret)).toBe(200)
    // Only the function itself, which is suspended now, could have closed the connection.
    await eventually(() => expect(writesOfUse()).toMatchObject([{ isGivenUp: true }]))
  })

  it.each(['status500', 'throttle', 'dropConnection'] as const)(
    'sends nothing during a later request if the database fails with %s',
    async (fault) => {
      const token = await createToken(ada)
      proxy.setFault(({ operation }) => (operation === 'UpdateItem' ? fault : 'pass'))
      expect(await listOnce(token.secret)).toBe(200)
      proxy.reset()
      // A mistyped token causes no database call, and lets the function run long enough for a retry.
      expect(await list('cairn_mistyped')).toBe(401)
      await new Promise((resolve) => setTimeout(resolve, 500))
      expect(proxy.calls).toEqual([])
      expect(await lastUsedAt(token)).toBeUndefined()
    },
  )
})
