import { describe, expect, it } from 'vitest'
import { createSend } from '../../../support/requests/exchange.ts'
import { startTestService } from '../../../support/service/service.ts'
import { stopAfterFile } from '../../../support/stop-after-file.ts'

const send = createSend(stopAfterFile(await startTestService()))

describe('/v1/api-token-scopes', () => {
  it('200s without a credential, from any page', async () => {
    for (const origin of [undefined, 'null', 'https://evil.test']) {
      const response = await send('GET', '/v1/api-token-scopes', { headers: { origin } })
      expect(response).toMatchObject({ status: 200, body: { scopes: expect.any(Array) } })
    }
  })

  it('lists the seven scopes, with goals:read as the default', async () => {
    const { body } = await send('GET', '/v1/api-token-scopes')
    const { scopes } = body as { scopes: { id: string; default: boolean }[] }
    expect(Object.fromEntries(scopes.map((scope) => [scope.id, scope.default]))).toEqual({
      'goals:read': true,
      'goals:write': false,
      'goals:read:all': false,
      'goals:write:all': false,
      'labels:read': false,
      'labels:write': false,
      'members:read': false,
      inbox: false,
      'comments:write': false,
    })
  })
})
