import { describe, expect, it } from 'vitest'
import { createSend } from '../../../support/requests/exchange.ts'
import { startTestService } from '../../../support/service/service.ts'
import { stopAfterFile } from '../../../support/stop-after-file.ts'

const service = stopAfterFile(await startTestService())
const send = createSend(service)

describe('/v1/auth/config', () => {
  it('200s without a credential, from any page', async () => {
    for (const origin of [undefined, 'null', 'https://evil.test']) {
      const response = await send('GET', '/v1/auth/config', { headers: { origin } })
      expect(response).toMatchObject({ status: 200, body: { method: 'email' } })
    }
  })

  it('names the mailbox of one machine', async () => {
    expect((await send('GET', '/v1/auth/config')).body).toEqual({ method: 'email', mailboxPath: '/dev/mail' })
    const page = await fetch(`${service.origin}/dev/mail`)
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('No email yet.')])
  })

  it.each([
    [
      'has a mail service',
      { EMAIL_DELIVERY: 'smtp', SMTP_HOST: '127.0.0.1', EMAIL_FROM: 'cairn@example.com' },
    ],
    ['sends no email', { EMAIL_DELIVERY: 'off' }],
    ['is reached by others', { WEB_ORIGIN: 'https://cairn.example.com' }],
  ])('has no mailbox if the service %s', async (_, environment) => {
    const without = await startTestService({ environment })
    const response = await createSend(without)('GET', '/v1/auth/config')
    expect(response.body).toEqual({ method: 'email' })
    expect((await fetch(`${without.origin}/dev/mail`)).status).toBe(404)
    await without.stop()
  })
})
