import { describe, expect, it } from 'vitest'
import { createSend } from '../../../support/requests/exchange.ts'
import { startTestService } from '../../../support/service/service.ts'
import { stopAfterFile } from '../../../support/stop-after-file.ts'

const send = createSend(stopAfterFile(await startTestService()))

describe('/health', () => {
  it('200s without a credential, from any page', async () => {
    for (const origin of [undefined, 'null', 'https://evil.test']) {
      const response = await send('GET', '/health', { headers: { origin } })
      expect(response).toMatchObject({ status: 200, body: { service: 'api', status: 'ok' } })
    }
  })
})
