import { describe, expect, it } from 'vitest'
import {
  bytesOf,
  logIn,
  mailedToken,
  password,
  preview,
  register,
  tokensIn,
  verify,
} from '../../../../support/people/accounts.ts'
import { countPasswordHashes } from '../../../../support/people/count-password-hashes.ts'
import { emailsIn } from '../../../../support/people/logged-emails.ts'
import { signIn } from '../../../../support/people/sign-in.ts'
import { createSend, refusal } from '../../../../support/requests/exchange.ts'
import { createClock } from '../../../../support/service/clock.ts'
import { createWireTable, engineEndpoint } from '../../../../support/service/engine.ts'
import { operationsOf } from '../../../../support/service/engine-call.ts'
import { startEngineProxy } from '../../../../support/service/engine-proxy.ts'
import { startTestService } from '../../../../support/service/service.ts'
import { stopAfterFile } from '../../../../support/stop-after-file.ts'

const clock = createClock()
const proxy = stopAfterFile(await startEngineProxy(await engineEndpoint()))
const table = stopAfterFile(await createWireTable())
const service = stopAfterFile(await startTestService({ table, endpoint: proxy.endpoint, clock: clock.read }))
const send = createSend(service)
const kindsTo = (email: string) => emailsIn(service.lines, email).map(({ kind }) => kind)
const linkTo = (email: string) => tokensIn(service, email, 'email_change').at(-1) ?? ''

const ask = (cookie: string, email: string, secret = password) =>
  createSend(service, { cookie })('POST', '/v1/auth/email/change', { body: { email, password: secret } })

let people = 0
function newPerson() {
  const number = ++people
  return signIn(service, { email: `old${number}@example.com`, displayName: `Ada ${number}` })
}

describe('a new address', () => {
  it('is used once its link is confirmed, keeps the session, and both addresses are told', async () => {
    const ada = await newPerson()
    expect(await ask(ada.cookie, ' New@Example.com ')).toMatchObject({
      status: 202,
      body: { email: 'new@example.com' },
    })
    expect(kindsTo('new@example.com')).toEqual(['email_change'])
    expect(kindsTo(ada.email)).toEqual(['email_verification', 'email_change_requested'])
    const token = linkTo('new@example.com')
    expect(await preview(send, token)).toMatchObject({
      status: 200,
      body: { email: 'new@example.com', displayName: 'Ada 1' },
    })
    expect((await ada.api.getAuthSession()).user.email).toBe(ada.email)
    expect(await verify(send, token)).toMatchObject({
      status: 200,
      body: { redirectTo: `${service.origin}/settings/account` },
    })
    expect((await ada.api.getAuthSession()).user).toMatchObject({ id: ada.userId, email: 'new@example.com' })
    expect((await ada.api.listOrganizationMembers()).members[0]?.email).toBe('new@example.com')
    expect(await logIn(send, ada.email)).toMatchObject(refusal('invalid_credentials'))
    expect(await logIn(send, 'new@example.com')).toMatchObject({ status: 200 })
    for (const address of [ada.email, 'new@example.com']) {
      expect(kindsTo(address).at(-1)).toBe('email_changed')
    }
    expect(await verify(send, token)).toMatchObject(refusal('invalid_or_expired_token'))
    // The former address is free again.
    expect(await register(send, { email: ada.email, displayName: 'Bob' })).toMatchObject({ status: 202 })
    expect(kindsTo(ada.email).at(-1)).toBe('email_verification')
    // And the account still changes its password.
    const body = { currentPassword: password, newPassword: 'another horse battery' }
    await ada.api.changePassword({ body })
  })

  it('works for 24 hours, and only the newest link', async () => {
    const ada = await newPerson()
    await ask(ada.cookie, 'first@example.com')
    await ask(ada.cookie, 'second@example.com')
    expect(await verify(send, linkTo('first@example.com'))).toMatchObject(refusal('invalid_or_expired_token'))
    clock.advance({ days: 1 })
    expect(await verify(send, linkTo('second@example.com'))).toMatchObject(
      refusal('invalid_or_expired_token'),
    )
    await ask(ada.cookie, 'second@example.com')
    clock.advance({ days: 1, milliseconds: -1 })
    expect(await verify(send, linkTo('second@example.com'))).toMatchObject({ status: 200 })
  })

  it('is worthless after the password has changed', async () => {
    const ada = await newPerson()
    await ask(ada.cookie, 'late@example.com')
    await ada.api.changePassword({
      body: { currentPassword: password, newPassword: 'another horse battery' },
    })
    expect(await verify(send, linkTo('late@example.com'))).toMatchObject(refusal('invalid_or_expired_token'))
  })

  it('that somebody verifies first stays theirs; an unverified account is replaced', async () => {
    const ada = await newPerson()
    await ask(ada.cookie, 'race@example.com')
    await register(send, { email: 'race@example.com', displayName: 'Race' })
    await verify(send, mailedToken(service, 'race@example.com'))
    expect(await verify(send, linkTo('race@example.com'))).toMatchObject(refusal('invalid_or_expired_token'))
    expect((await ada.api.getAuthSession()).user.email).toBe(ada.email)
    await register(send, { email: 'squat@example.com', displayName: 'Mallory' })
    await ask(ada.cookie, 'squat@example.com')
    expect(await verify(send, linkTo('squat@example.com'))).toMatchObject({ status: 200 })
    const responses = [await verify(send, mailedToken(service, 'squat@example.com'))]
    for (const response of responses) expect(response).toMatchObject(refusal('invalid_or_expired_token'))
  })
})

describe('asking for a new address', () => {
  it('reveals nothing: the same bytes with the same work for a free, an unverified and a taken one', async () => {
    const ada = await newPerson()
    await newPerson()
    await register(send, { email: 'unverified@example.com', displayName: 'Eve' })
    const taken = `old${people}@example.com`
    const observations: unknown[] = []
    for (const email of ['free@example.com', 'unverified@example.com', taken]) {
      proxy.reset()
      const hashes = countPasswordHashes()
      const before = emailsIn(service.lines).length
      const response = JSON.stringify(bytesOf(await ask(ada.cookie, email)))
      observations.push({
        response: response
          .replaceAll(email, 'address')
          .replace(/"content-length","\d+"/, '')
          .replace(/"ratelimit","[^\]]*/, ''),
        hashes: hashes.stop(),
        calls: operationsOf(proxy.calls).toSorted(),
        emails: emailsIn(service.lines).length - before,
      })
    }
    for (const observation of observations) expect(observation).toEqual(observations[0])
    expect(kindsTo(taken).at(-1)).toBe('email_taken')
    expect(linkTo(taken)).toBe('')
  })

  it('401s a wrong password and sends nothing; 400s the current address', async () => {
    const ada = await newPerson()
    expect(await ask(ada.cookie, 'never@example.com', 'wrong')).toMatchObject(refusal('invalid_credentials'))
    expect(kindsTo('never@example.com')).toEqual([])
    expect(await ask(ada.cookie, ada.email)).toMatchObject(refusal('invalid_request', 'email'))
  })
})
