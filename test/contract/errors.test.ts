import { afterEach, describe, expect, it } from 'vitest'
import { signIn } from '../support/people/sign-in.ts'
import { createSend, refusal } from '../support/requests/exchange.ts'
import { minimalGoal } from '../support/requests/goals.ts'
import { createWireTable, engineEndpoint } from '../support/service/engine.ts'
import { startEngineProxy } from '../support/service/engine-proxy.ts'
import { startTestService } from '../support/service/service.ts'
import { stopAfterFile } from '../support/stop-after-file.ts'

const proxy = stopAfterFile(await startEngineProxy(await engineEndpoint()))
const table = stopAfterFile(await createWireTable())
const service = stopAfterFile(await startTestService({ table, endpoint: proxy.endpoint }))
const browser = createSend(service, await signIn(service, { email: 'ada@example.com', displayName: 'Ada' }))

afterEach(() => proxy.setFault(undefined))

describe('an unavailable database', () => {
  it.each(['status500', 'throttle', 'dropConnection'] as const)(
    '503s with Retry-After: %s',
    async (fault) => {
      proxy.setFault(() => fault)
      const responses = await Promise.all([
        browser('GET', '/v1/auth/session'),
        browser('GET', '/v1/goals'),
        browser('POST', '/v1/goals', { body: minimalGoal }),
      ])
      for (const response of responses) {
        expect(response).toMatchObject(refusal('unavailable'))
        expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
        expect(response.headers.getSetCookie()).toEqual([])
        expect(response.text).not.toMatch(/dynamo|throughput|engine|127\.0\.0\.1|ECONN/i)
      }
    },
  )

  it('is not queried for routes that do not need it', async () => {
    proxy.setFault(() => 'status500')
    expect(await browser('GET', '/health')).toMatchObject({ status: 200 })
    expect(await browser('GET', '/v1/auth/config')).toMatchObject({ status: 200 })
  })
})
