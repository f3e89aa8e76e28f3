import type { UnsubscribableKind } from '@cairn/contract/schemas/people/notifications'
import { readPerson } from '@cairn/domain/accounts/notifications/person'
import { unsubscribeTokenOf } from '@cairn/domain/accounts/notifications/unsubscribe/unsubscribe-token'
import { beforeEach, describe, expect, it } from 'vitest'
import { startWithAda } from '../../../support/people/start-with-ada.ts'
import { refusal } from '../../../support/requests/exchange.ts'

const { service, ada, signInAs } = await startWithAda()
const bob = await signInAs('Bob')
const path = `${service.origin}/v1/notification-preferences/unsubscribe`
const allOn = { reportReminders: true, deadlineReminders: true, weeklyDigest: true, questions: true }

async function tokenOf(userId: string, kind: UnsubscribableKind): Promise<string> {
  const person = await readPerson(service.database, userId)
  if (!person) throw new Error(`There is nothing about ${userId}.`)
  return unsubscribeTokenOf(person, kind)
}
const preferencesOf = async ({ api } = ada) => (await api.getNotificationPreferences()).preferences

/** As email programs do (RFC 8058, section 3.1): a form, no cookie, no Origin. */
async function click(token: string, init: RequestInit = {}) {
  const response = await fetch(`${path}?${new URLSearchParams({ token })}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
    ...init,
  })
  return { status: response.status, body: await response.json(), headers: response.headers }
}

beforeEach(async () => {
  for (const { api } of [ada, bob]) await api.updateNotificationPreferences({ body: allOn })
})

describe('one click', () => {
  it('turns reminders off, and nothing else', async () => {
    const token = await tokenOf(ada.userId, 'reminders')
    expect(await click(token)).toMatchObject({ status: 200, body: { unsubscribed: 'reminders' } })
    expect(await preferencesOf()).toMatchObject({
      reportReminders: false,
      deadlineReminders: false,
      weeklyDigest: true,
    })
    expect(await preferencesOf(bob)).toMatchObject(allOn)
  })

  it('turns the digest off, and nothing else', async () => {
    const token = await tokenOf(ada.userId, 'weekly_digest')
    expect(await click(token)).toMatchObject({ status: 200, body: { unsubscribed: 'weekly_digest' } })
    expect(await preferencesOf()).toMatchObject({ ...allOn, weeklyDigest: false })
  })

  it('turns questions off, and nothing else', async () => {
    const token = await tokenOf(ada.userId, 'questions')
    expect(await click(token)).toMatchObject({ status: 200, body: { unsubscribed: 'questions' } })
    expect(await preferencesOf()).toMatchObject({ ...allOn, questions: false })
  })

  it('can be repeated, also at once, and works again after the emails were turned on', async () => {
    const token = await tokenOf(ada.userId, 'weekly_digest')
    const done = await Promise.all([click(token), click(token), click(token)])
    expect(done.map(({ status }) => status)).toEqual([200, 200, 200])
    await ada.api.updateNotificationPreferences({ body: { weeklyDigest: true } })
    expect((await click(token)).status).toBe(200)
    expect((await preferencesOf()).weeklyDigest).toBe(false)
  })

  it.each<[string, RequestInit]>([
    ['without a body', { body: null, headers: {} }],
    ['as JSON', { body: '{}', headers: { 'content-type': 'application/json' } }],
    ['as a multipart form', { body: new FormData(), headers: {} }],
    ['with a body that is no form', { body: '\u0000{', headers: { 'content-type': 'text/plain' } }],
    ['from the page of the web app', { body: null, headers: { origin: service.origin } }],
    ['from another site', { body: null, headers: { origin: 'https://mail.example.com' } }],
    ['from nowhere', { body: null, headers: { origin: 'null' } }],
  ])('200s %s', async (_, init) => {
    const token = await tokenOf(ada.userId, 'weekly_digest')
    expect((await click(token, init)).status).toBe(200)
    expect((await preferencesOf()).weeklyDigest).toBe(false)
  })

  it('signs nobody in, and shows nothing about the user', async () => {
    const { body, headers } = await click(await tokenOf(ada.userId, 'reminders'))
    expect(body).toEqual({ unsubscribed: 'reminders' })
    expect(headers.getSetCookie()).toEqual([])
  })
})

describe('a token', () => {
  it('of somebody else, of another kind, or changed anywhere gets 400 and changes nothing', async () => {
    const [own, foreign, other] = await Promise.all([
      tokenOf(ada.userId, 'reminders'),
      tokenOf(bob.userId, 'reminders'),
      tokenOf(ada.userId, 'weekly_digest'),
    ])
    const [person, , proof] = own.split('_r_')[0] ? [own.slice(0, 22), '', own.slice(25)] : []
    const forged = [
      `${person}_r_${foreign.slice(25)}`,
      `${person}_d_${proof}`,
      `${person}_r_${other.slice(25)}`,
      `${foreign.slice(0, 22)}_r_${proof}`,
      `${person}_r_${'A'.repeat(43)}`,
      `${'A'.repeat(22)}_r_${proof}`,
      own.slice(0, -1),
      `${own}A`,
      `${own} `,
      own.toLowerCase(),
      own.replace('_r_', '_R_'),
      own.replace('_r_', '_x_'),
      '',
      'nothing',
    ]
    for (const token of forged) {
      expect(await click(token), token).toMatchObject(refusal('invalid_or_expired_token'))
    }
    expect(await preferencesOf()).toMatchObject(allOn)
    expect(await preferencesOf(bob)).toMatchObject(allOn)
  })

  it('must be in the query, once', async () => {
    const token = await tokenOf(ada.userId, 'reminders')
    for (const query of [
      '',
      `?token=${token}&token=${token}`,
      `?token=${token}&kind=weekly_digest`,
      `?${token}`,
    ]) {
      const response = await fetch(path + query, { method: 'POST' })
      expect(response.status, query).toBe(400)
    }
    const inBody = await fetch(path, { method: 'POST', body: new URLSearchParams({ token }) })
    expect(inBody.status).toBe(400)
    expect(await preferencesOf()).toMatchObject(allOn)
  })
})
