import { expect, it } from 'vitest'
import {
  bytesOf,
  cookieOf,
  mailedToken,
  preview,
  register,
  verificationTokens,
  verify,
} from '../../../../support/people/accounts.ts'
import { countPasswordHashes } from '../../../../support/people/count-password-hashes.ts'
import { emailsIn } from '../../../../support/people/logged-emails.ts'
import { createSend, refusal } from '../../../../support/requests/exchange.ts'
import { createClock } from '../../../../support/service/clock.ts'
import { createWireTable, engineEndpoint } from '../../../../support/service/engine.ts'
import { operationsOf } from '../../../../support/service/engine-call.ts'
import { countingQuiet, startEngineProxy } from '../../../../support/service/engine-proxy.ts'
import { startTestService } from '../../../../support/service/service.ts'
import { stopAfterFile } from '../../../../support/stop-after-file.ts'

const clock = createClock()
const proxy = stopAfterFile(await startEngineProxy(await engineEndpoint()))
const table = stopAfterFile(await createWireTable())
const service = stopAfterFile(await startTestService({ table, endpoint: proxy.endpoint, clock: clock.read }))
const send = createSend(service)
const resend = (email: string) => send('POST', '/v1/auth/verify-email/resend', { body: { email } })

it('200s and emails a new link, which replaces the earlier one and starts its 24 hours again', async () => {
  const email = 'ada@example.com'
  const registered = await register(send, { email, displayName: 'Ada' })
  clock.advance({ hours: 20 })
  expect(await resend('ADA@example.com')).toMatchObject({ status: 200, body: { email } })
  const [first = '', second = ''] = verificationTokens(service, email)
  clock.advance({ hours: 20 })
  expect(await verify(send, first)).toMatchObject(refusal('invalid_or_expired_token'))
  // The browser that registered is still the one that the page recognizes.
  expect((await preview(send, second, cookieOf(registered))).body).toMatchObject({ sameBrowser: true })
  expect(await verify(send, second)).toMatchObject({ status: 200 })
})

it('revives a link that has expired', async () => {
  const email = 'late@example.com'
  await register(send, { email, displayName: 'Late' })
  clock.advance({ days: 2 })
  await resend(email)
  expect(await verify(send, mailedToken(service, email))).toMatchObject({ status: 200 })
})

it('returns the same bytes with the same work for an unverified, a verified and an unknown address', async () => {
  await register(send, { email: 'eve@example.com', displayName: 'Eve' })
  await register(send, { email: 'bob@example.com', displayName: 'Bob' })
  await verify(send, mailedToken(service, 'bob@example.com'))
  const observations: unknown[] = []
  proxy.setQuiet(countingQuiet)
  for (const email of ['eve@example.com', 'bob@example.com', 'new@example.com']) {
    proxy.reset()
    const hashes = countPasswordHashes()
    const before = emailsIn(service.lines, email).length
    const response = JSON.stringify(bytesOf(await resend(email))).replaceAll(email, 'address')
    observations.push({
      response,
      hashes: hashes.stop(),
      calls: operationsOf(proxy.calls),
      waves: proxy.waves,
      emails: emailsIn(service.lines, email).length - before,
    })
  }
  proxy.setQuiet(0)
  for (const observation of observations) expect(observation).toEqual(observations[0])
  expect(emailsIn(service.lines, 'bob@example.com').at(-1)?.kind).toBe('already_verified')
  expect(emailsIn(service.lines, 'new@example.com').at(-1)?.kind).toBe('no_account')
})

it.each([[{}], [{ email: 'no address' }]])('400s %j', async (body) => {
  expect(await send('POST', '/v1/auth/verify-email/resend', { body })).toMatchObject(
    refusal('invalid_request'),
  )
})
