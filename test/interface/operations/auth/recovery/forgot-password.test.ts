import { keyOf } from '@cairn/domain/storage/database/keys'
import { expect, it } from 'vitest'
import { bytesOf, mailedToken, register, tokensIn, verify } from '../../../../support/people/accounts.ts'
import { countPasswordHashes } from '../../../../support/people/count-password-hashes.ts'
import { emailsIn } from '../../../../support/people/logged-emails.ts'
import { createSend, refusal } from '../../../../support/requests/exchange.ts'
import { createWireTable, engineEndpoint } from '../../../../support/service/engine.ts'
import { operationsOf } from '../../../../support/service/engine-call.ts'
import { countingQuiet, startEngineProxy } from '../../../../support/service/engine-proxy.ts'
import { startTestService } from '../../../../support/service/service.ts'
import { stopAfterFile } from '../../../../support/stop-after-file.ts'

const proxy = stopAfterFile(await startEngineProxy(await engineEndpoint()))
const table = stopAfterFile(await createWireTable())
const service = stopAfterFile(await startTestService({ table, endpoint: proxy.endpoint }))
const send = createSend(service)
await register(send, { email: 'ada@example.com', displayName: 'Ada' })
await verify(send, mailedToken(service, 'ada@example.com'))
await register(send, { email: 'unverified@example.com', displayName: 'Eve' })

const forget = (email: string) => send('POST', '/v1/auth/password/forgot', { body: { email } })
const addresses = ['ada@example.com', 'new@example.com', 'unverified@example.com']

it('200s and emails one link with its token in the fragment, which a GET of the page does not use up', async () => {
  const response = await forget(' ADA@example.com ')
  expect(response).toMatchObject({ status: 200, body: { email: 'ada@example.com' } })
  const sent = emailsIn(service.lines, 'ada@example.com').at(-1)
  expect(sent?.kind).toBe('password_reset')
  const link = new URL(sent?.link ?? '')
  expect(link.origin + link.pathname + link.search).toBe(`${service.origin}/reset-password`)
  expect(link.hash).toMatch(new RegExp(`^#token=${keyOf('ada@example.com')}_[\\w-]{43}$`))
  for (let scan = 0; scan < 3; scan++) await fetch(link)
  const token = tokensIn(service, 'ada@example.com', 'password_reset').at(-1)
  const body = { token, password: 'another horse battery' }
  expect(await send('POST', '/v1/auth/password/reset', { body })).toMatchObject({ status: 200 })
})

it('returns the same bytes with the same work for a verified, an unknown and an unverified address', async () => {
  const observations: unknown[] = []
  proxy.setQuiet(countingQuiet)
  for (const email of addresses) {
    proxy.reset()
    const hashes = countPasswordHashes()
    const response = JSON.stringify(bytesOf(await forget(email))).replaceAll(email, 'address')
    const emails = emailsIn(service.lines, email).length
    const again = await forget(email)
    observations.push({
      response: response.replace(/"content-length","\d+"/, ''),
      again: again.status,
      hashes: hashes.stop(),
      calls: operationsOf(proxy.calls),
      waves: proxy.waves,
      emails: emailsIn(service.lines, email).length - emails,
    })
  }
  proxy.setQuiet(0)
  for (const observation of observations) expect(observation).toEqual(observations[0])
})

it('emails an unknown address that there is no account, without a token', async () => {
  await forget('stranger@example.com')
  const [sent, ...others] = emailsIn(service.lines, 'stranger@example.com')
  expect(others).toEqual([])
  expect(sent?.kind).toBe('no_account')
  expect(sent?.link).toBe(`${service.origin}/sign-in?mode=register`)
})

it.each([[{}], [{ email: 'no address' }], [{ email: 'ada@example.com', more: 1 }]])(
  '400s %j',
  async (body) => {
    expect(await send('POST', '/v1/auth/password/forgot', { body })).toMatchObject(refusal('invalid_request'))
  },
)
