import { afterEach, describe, expect, it } from 'vitest'
import {
  beginSession,
  password,
  registerVerified,
  verificationTokens,
} from '../../support/people/accounts.ts'
import { anonymous, withCookie } from '../../support/people/clients.ts'
import { allAtOnce, bodiesOf, responseTo, tally } from '../../support/requests/outcomes.ts'
import { startTestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { expectSoundTable } from '../../support/table/check-table.ts'

const service = stopAfterFile(await startTestService())

afterEach(async () => {
  await expectSoundTable(service.table.database)
})

const verify = (token: string) => responseTo(anonymous(service).verifyEmail({ body: { token } }))
const principalOf = async (email: string) =>
  (await expectSoundTable(service.table.database)).principal.filter((record) => record.email === email)

describe('verification links at the same time', () => {
  it('200s one of ten uses of a token and 400s nine as invalid_or_expired_token', async () => {
    const email = 'ada@example.com'
    await anonymous(service).register({ body: { email, password, displayName: 'Ada' } })
    const [token = ''] = verificationTokens(service, email)
    const responses = await allAtOnce(10, () => anonymous(service).verifyEmail({ body: { token } }))
    expect(tally(responses)).toEqual({ ok: 1, '400 invalid_or_expired_token': 9 })
  })

  it('202s ten registrations of one address, and one of their ten links works, with its own password', async () => {
    const email = 'grace@example.com'
    const responses = await allAtOnce(10, (index) =>
      anonymous(service).register({
        body: { email, password: `${password} ${index}`, displayName: `Grace ${index}` },
      }),
    )
    expect(tally(responses)).toEqual({ ok: 10 })
    expect(await principalOf(email)).toHaveLength(1)

    const tokens = verificationTokens(service, email)
    expect(new Set(tokens).size).toBe(10)
    const verified = await Promise.all(tokens.map(verify))
    expect(tally(verified)).toEqual({ ok: 1, '400 invalid_or_expired_token': 9 })
    const logins = await allAtOnce(10, (index) =>
      anonymous(service).login({ body: { email, password: `${password} ${index}` } }),
    )
    expect(tally(logins)).toEqual({ ok: 1, '401 invalid_credentials': 9 })
    // The working password and the displayed name come from the same registration.
    const winner = logins.findIndex(({ outcome }) => outcome === 'ok')
    expect(await principalOf(email)).toMatchObject([{ displayName: `Grace ${winner}` }])
  })

  it('200s or 400s a link while a registration replaces it; never two accounts, never both passwords', async () => {
    for (let round = 1; round <= 8; round++) {
      const email = `mary-${round}@example.com`
      const register = (words: string) =>
        anonymous(service).register({ body: { email, password: words, displayName: 'Mary' } })
      await register(`${password} old`)
      const [oldToken = ''] = verificationTokens(service, email)
      const [verified] = await Promise.all([verify(oldToken), register(`${password} new`)])

      const newToken = verificationTokens(service, email)[1]
      if (verified.outcome === 'ok') expect(newToken).toBeUndefined()
      else expect(await verify(newToken ?? '')).toMatchObject({ outcome: 'ok' })
      const logins = await Promise.all(
        ['old', 'new'].map((word) =>
          responseTo(anonymous(service).login({ body: { email, password: `${password} ${word}` } })),
        ),
      )
      const expected =
        verified.outcome === 'ok' ? ['ok', '401 invalid_credentials'] : ['401 invalid_credentials', 'ok']
      expect(logins.map(({ outcome }) => outcome)).toEqual(expected)
      expect(await principalOf(email)).toHaveLength(1)
    }
  })
})

describe('previewing a link while a registration replaces it', () => {
  it('200s with the account of its own registration or 400s, never with the name of the other', async () => {
    for (let round = 1; round <= 8; round++) {
      const email = `nell-${round}@example.com`
      const register = (displayName: string) =>
        anonymous(service).register({ body: { email, password, displayName } })
      await register('Old')
      const [token = ''] = verificationTokens(service, email)
      const preview = () => anonymous(service).previewEmailVerification({ body: { token } })
      const [during] = await Promise.all([allAtOnce(4, preview), register('New')])
      for (const { displayName } of bodiesOf(during)) expect(displayName).toBe('Old')
      const refused = during.filter(({ outcome }) => outcome !== 'ok')
      for (const { outcome } of refused) expect(outcome).toBe('400 invalid_or_expired_token')
      expect((await responseTo(preview())).outcome).toBe('400 invalid_or_expired_token')
    }
  })
})

describe('sessions at the same time', () => {
  it('200s ten logins at once, each a session of its own, and signing one out leaves nine', async () => {
    const email = 'emmy@example.com'
    await registerVerified(service, { email, displayName: 'Emmy' })
    const cookies = await Promise.all(Array.from({ length: 10 }, () => beginSession(service, email)))
    expect(new Set(cookies).size).toBe(10)
    const [first = '', ...others] = cookies.map((cookie) => withCookie(service, cookie))
    if (first === '') throw new Error('There is no session.')

    const [, responses] = await Promise.all([
      first.logout(),
      Promise.all(others.map((api) => responseTo(api.getAuthSession()))),
    ])
    expect(tally(responses)).toEqual({ ok: 9 })
    expect((await responseTo(first.getAuthSession())).outcome).toBe('401 unauthorized')
    expect(tally(await Promise.all(others.map((api) => responseTo(api.getAuthSession()))))).toEqual({ ok: 9 })
  })

  it('200s or 401s requests while their session is signed out, and 401s every one after it', async () => {
    const email = 'lise@example.com'
    await registerVerified(service, { email, displayName: 'Lise' })
    for (let round = 1; round <= 10; round++) {
      const api = withCookie(service, await beginSession(service, email))
      const during = Array.from({ length: 6 }, () => responseTo(api.getOrganizationContext()))
      const logout = allAtOnce(2, () => api.logout())
      for (const { outcome } of await Promise.all(during))
        expect(['ok', '401 unauthorized']).toContain(outcome)
      expect(tally(await logout)).toEqual({ ok: 2 })
      const after = await allAtOnce(3, () => api.getOrganizationContext())
      expect(tally(after)).toEqual({ '401 unauthorized': 3 })
    }
    const { session } = await expectSoundTable(service.table.database)
    const { userId } = (await principalOf(email))[0] ?? {}
    expect(session.filter((record) => record.userId === userId)).toEqual([])
  })
})
