import { keyOf } from '@cairn/domain/storage/database/keys'
import { principalEntity } from '@cairn/domain/storage/table/entities/people/principal'
import { createRuntime } from '@cairn/lambda'
import { describe, expect, it } from 'vitest'
import { cookieOf, logIn, mailedToken, preview, register, verify } from '../../../support/people/accounts.ts'
import { emailsIn, isEmailLine } from '../../../support/people/logged-emails.ts'
import { createSend, refusal } from '../../../support/requests/exchange.ts'
import { createWireTable } from '../../../support/service/engine.ts'
import { startTestService } from '../../../support/service/service.ts'
import { stopAfterFile } from '../../../support/stop-after-file.ts'
import { recordsWith } from '../../../support/table/records.ts'
import { changeRecord } from '../../../support/table/write-records.ts'

const secretPassword = 'a secret horse battery'

const service = stopAfterFile(await startTestService({ environment: { LOG_LEVEL: 'DEBUG' } }))
const send = createSend(service)
const email = 'ada@example.com'
const registrationCookie = cookieOf(
  await register(send, { email, displayName: 'Ada', password: secretPassword }),
)
const token = mailedToken(service, email)
await verify(send, `${token}x`)
await preview(send, token, registrationCookie)
await preview(send, `${token}x`, registrationCookie)
await verify(send, token)
await logIn(send, email, `${secretPassword}?`)
const cookie = cookieOf(await logIn(send, email, secretPassword))
const browser = createSend(service, { cookie })
await browser('GET', '/v1/auth/session')
await browser('POST', '/v1/goals', {
  body: { detailedDescription: 'x', timeframe: { kind: 'continuous' } },
})
await browser('POST', '/v1/goals', { rawBody: `{"${secretPassword}` })
await browser('GET', `/v1/goals?cursor=${encodeURIComponent(secretPassword)}`)
await browser('GET', '/v1/goals', {
  headers: { authorization: `Bearer ${secretPassword.replaceAll(' ', '_')}` },
})
await register(send, { email, displayName: 'Ada', password: secretPassword })
await breakPasswordHash(email)
expect(await logIn(send, email, secretPassword)).toMatchObject(refusal('internal_error'))
/** The secrets of one person, by name. */
const secrets = {
  password: secretPassword,
  'API token': secretPassword.replaceAll(' ', '_'),
  cookie: cookie.slice('session='.length),
  "cookie's secret": cookie.slice(-43),
  'link token': token,
  "link token's secret": token.slice(-43),
  "registration cookie's secret": registrationCookie.slice(-43),
}

/** Makes the next login fail with an unexpected error, as a defect would. */
async function breakPasswordHash(email: string): Promise<void> {
  await changeRecord(
    service.table.database,
    principalEntity,
    { emailKey: keyOf(email) },
    { set: { passwordHash: 'broken' } },
  )
}

describe('the log', () => {
  it('has one line per request, with the request id of the response', async () => {
    const { headers } = await createSend(service)('GET', '/health')
    expect(service.lines.filter((line) => line.includes(headers.get('x-request-id') ?? ''))).toHaveLength(1)
  })

  it('has no secret; only emails have their links', () => {
    const lines = service.lines.filter((line) => !isEmailLine(line))
    expect(lines.length).toBeGreaterThan(10)
    for (const [name, secret] of Object.entries(secrets)) {
      expect(
        lines.filter((line) => line.includes(secret)),
        name,
      ).toEqual([])
    }
    expect(lines.filter((line) => line.includes('#token='))).toEqual([])
  })

  it('has each email on one line, with its link and no password', () => {
    const emails = emailsIn(service.lines, 'ada@example.com')
    expect(emails).toHaveLength(2)
    expect(emails[0]?.link).toContain(secrets['link token'])
    expect(JSON.stringify(emails)).not.toContain(secretPassword)
  })

  it('has the cause of an error that the client does not see', async () => {
    const response = await logIn(createSend(service), 'ada@example.com', secretPassword)
    expect(response).toMatchObject(refusal('internal_error'))
    expect(response.text).not.toMatch(/argon|hash|stack|Error/)
    const id = response.headers.get('x-request-id') ?? ''
    expect(service.lines.find((line) => line.includes(id))).toMatch(/argon2id/)
  })
})

describe('the table', () => {
  it('has no secret', async () => {
    expect(await recordsWith(service.table, 'ada@example.com')).not.toEqual([])
    for (const [name, secret] of Object.entries(secrets)) {
      expect(await recordsWith(service.table, secret), name).toEqual([])
    }
  })
})

describe('log delivery', () => {
  const environment = {
    TABLE_NAME: 'cairn',
    DYNAMODB_ENDPOINT: 'http://localhost:1',
    WEB_ORIGIN: 'https://cairn.example.com',
    CURSOR_SECRET: 'A'.repeat(43),
    NODE_ENV: 'production',
  }

  it.each([undefined, 'log'])(
    'is a ConfigurationError in production (EMAIL_DELIVERY %s)',
    (EMAIL_DELIVERY) => {
      expect(() => createRuntime({ ...environment, EMAIL_DELIVERY })).toThrow(
        expect.objectContaining({
          name: 'ConfigurationError',
          message: expect.stringContaining('EMAIL_DELIVERY'),
        }),
      )
    },
  )

  it('is a ConfigurationError of the whole service in production', async () => {
    const table = await createWireTable()
    const started = startTestService({ table, environment: { NODE_ENV: 'production' } })
    await expect(started).rejects.toMatchObject({ name: 'ConfigurationError' })
    await table.stop()
  })

  it('may be off in production; then registration 202s and the log has only requests', async () => {
    const table = await createWireTable()
    const quiet = await startTestService({
      table,
      environment: { NODE_ENV: 'production', EMAIL_DELIVERY: 'off', WEBHOOK_TARGETS: undefined },
    })
    const response = await register(createSend(quiet), { email: 'ada@example.com', displayName: 'Ada' })
    expect(response.status).toBe(202)
    expect(quiet.lines.filter((line) => /mail|token/.test(line) && !line.includes('"operation"'))).toEqual([])
    expect(quiet.lines.join('\n')).not.toContain('#token=')
    await quiet.stop()
    await table.stop()
  })
})
