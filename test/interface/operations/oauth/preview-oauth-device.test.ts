import { describe, expect, it } from 'vitest'
import { signIn } from '../../../support/people/sign-in.ts'
import { startWithAda } from '../../../support/people/start-with-ada.ts'
import { askForCode, poll, registerDevice } from '../../../support/requests/device.ts'
import { createClock } from '../../../support/service/clock.ts'
import { startTestService } from '../../../support/service/service.ts'
import { stopAfterFile } from '../../../support/stop-after-file.ts'

const clock = createClock()
const { service, ada, signInAs } = await startWithAda({ clock: clock.read })
const { origin } = service
const clientId = await registerDevice(origin)
const notFound = {
  status: 404,
  code: 'oauth_device_not_found',
  message:
    'No program waits with this code. Compare it with your device. A code works once and for 10 minutes.',
}

const preview = (userCode: string) => ada.api.previewOAuthDevice({ body: { userCode } })

describe('a code that a program shows', () => {
  it('200s with who asks for what, from where and since when, as often as it is entered', async () => {
    const now = clock.read()
    const form = new URLSearchParams({ client_id: clientId, scope: 'goals:read goals:write profile' })
    const response = await fetch(`${origin}/oauth/device`, {
      method: 'POST',
      headers: { 'user-agent': 'box/1.0 (\u00e9)' },
      body: form,
    })
    const { user_code: userCode } = (await response.json()) as { user_code: string }
    for (let count = 0; count < 2; count++) {
      expect(await preview(userCode)).toEqual({
        device: {
          userCode,
          program: { name: 'Helpdesk bot', host: '', isVerified: false, isLoopback: false },
          scopes: ['goals:read', 'goals:write'],
          address: '127.0.0.1',
          userAgent: 'box/1.0 ( )',
          createdAt: now.toISOString(),
          expiresAt: new Date(now.getTime() + 600_000).toISOString(),
        },
      })
    }
  })

  it('is found in lower case, without its dash, and with spaces or another dash', async () => {
    const { user_code: code } = await askForCode(origin, clientId)
    const typed = [
      code.toLowerCase(),
      code.replace('-', ''),
      ` ${code.replace('-', ' ')}\t`,
      code.replace('-', '\u2013'),
      [...code].join(' '),
    ]
    for (const one of typed) expect((await preview(one)).device.userCode).toBe(code)
  })

  it('404s alike if it is unknown, malformed, used or expired', async () => {
    const used = await askForCode(origin, clientId)
    await ada.api.decideOAuthDevice({ body: { userCode: used.user_code, allow: false } })
    const expired = await askForCode(origin, clientId)
    clock.advance({ milliseconds: 600_000 })
    const texts = ['BCDF-GHJK', 'AEIO-UUUU', 'BCDF', '-', '\u0000', '💥', 'x'.repeat(64)]
    for (const text of [...texts, used.user_code, expired.user_code]) {
      await expect(preview(text)).rejects.toMatchObject(notFound)
    }
  })

  it.each([{}, { userCode: '' }, { userCode: 7 }, { userCode: 'x'.repeat(65) }, { userCode: 'x', more: 1 }])(
    '400s in the body %j',
    async (body) => {
      await expect(ada.api.previewOAuthDevice({ body: body as { userCode: string } })).rejects.toMatchObject({
        status: 400,
      })
    },
  )
})

describe('guessing a code', () => {
  it('429s after some wrong ones, for the person wherever they are; right ones do not count', async () => {
    const limits = 'enterDeviceCode.account=3,enterDeviceCode.address=5'
    const limited = stopAfterFile(await startTestService({ environment: { RATE_LIMITS: limits } }))
    const people = await Promise.all(
      ['guesser', 'other', 'third'].map((name) =>
        signIn(limited, { email: `${name}@example.com`, displayName: name }),
      ),
    )
    const [guesser, other, third] = people.map(({ api }) => api)
    const program = await registerDevice(limited.origin)
    const { user_code: userCode, device_code: deviceCode } = await askForCode(limited.origin, program)
    const wrong = { userCode: 'BCDF-GHJK' }
    for (let count = 0; count < 5; count++) await guesser?.previewOAuthDevice({ body: { userCode } })
    await expect(guesser?.previewOAuthDevice({ body: wrong })).rejects.toMatchObject({ status: 404 })
    // A decision is a guess too.
    await expect(guesser?.decideOAuthDevice({ body: { ...wrong, allow: false } })).rejects.toMatchObject({
      status: 404,
    })
    await expect(guesser?.previewOAuthDevice({ body: wrong })).rejects.toMatchObject({ status: 404 })
    for (const guess of [wrong, { userCode }]) {
      await expect(guesser?.previewOAuthDevice({ body: guess })).rejects.toMatchObject({
        status: 429,
        code: 'too_many_requests',
      })
    }
    // Another person at the same address can still enter theirs, until the address has guessed too often.
    await other?.previewOAuthDevice({ body: { userCode } })
    await expect(other?.previewOAuthDevice({ body: wrong })).rejects.toMatchObject({ status: 404 })
    await expect(third?.previewOAuthDevice({ body: { userCode } })).rejects.toMatchObject({ status: 429 })
    // The program that waits notices nothing.
    expect((await poll(limited.origin, program, deviceCode)).body.error).toBe('authorization_pending')
  })

  it('needs a session', async () => {
    const { user_code: userCode } = await askForCode(origin, clientId)
    const stranger = await signInAs('Stan')
    await stranger.api.logout()
    await expect(stranger.api.previewOAuthDevice({ body: { userCode } })).rejects.toMatchObject({
      status: 401,
    })
  })
})
