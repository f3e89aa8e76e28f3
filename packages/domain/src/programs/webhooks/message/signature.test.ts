import { describe, expect, test } from 'vitest'
import { signatureOf, signingSecrets } from './signature.ts'

const now = new Date('2026-11-20T10:00:00.000Z')

describe('the secrets that sign', () => {
  test.each([
    ['one without a rotation', undefined, ['new']],
    ['both while they overlap', '2026-11-20T10:00:00.001Z', ['new', 'old']],
    ['one at the end of the overlap', '2026-11-20T10:00:00.000Z', ['new']],
  ])('are %s', (_, expiresAt, secrets) => {
    const previousSecret = expiresAt === undefined ? undefined : { secret: 'old', expiresAt }
    expect(signingSecrets({ secret: 'new', previousSecret }, now)).toEqual(secrets)
  })
})

// The example of standardwebhooks.com.
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const [id, timestamp, body] = ['msg_p5jXN8AQM9LWM0D4loKWxJek', 1614265330, '{"test": 2432232314}']
const signature = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='

describe('a signature', () => {
  test('is that of Standard Webhooks', () => {
    expect(signatureOf([secret], id, timestamp, body)).toBe(signature)
    expect(signatureOf([secret.replace('whsec_', '')], id, timestamp, body)).toBe(signature)
  })

  test('is one for each secret', () => {
    const [first, second, ...others] = signatureOf([secret, 'whsec_AAAA'], id, timestamp, body).split(' ')
    expect(first).toBe(signature)
    expect(second).toMatch(/^v1,[\w+/]{43}=$/)
    expect(second).not.toBe(signature)
    expect(others).toEqual([])
  })

  test.each([
    ['id', ['x', timestamp, body]],
    ['time', [id, timestamp + 1, body]],
    ['body', [id, timestamp, `${body} `]],
  ] as const)('is for one %s', (_, [otherId, otherTime, otherBody]) => {
    expect(signatureOf([secret], otherId, otherTime, otherBody)).not.toBe(signature)
  })
})
