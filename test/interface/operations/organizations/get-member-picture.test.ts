import { requestPath } from '@cairn/contract'
import { operations } from '@cairn/contract/registry/registry'
import { expect, it } from 'vitest'
import { password } from '../../../support/people/accounts.ts'
import { join } from '../../../support/people/invite.ts'
import { type Browser, signIn } from '../../../support/people/sign-in.ts'
import { createSend, refusal, unknownId } from '../../../support/requests/exchange.ts'
import { pictureBytes, pictureOf } from '../../../support/requests/pictures.ts'
import { startTestService } from '../../../support/service/service.ts'
import { stopAfterFile } from '../../../support/stop-after-file.ts'

const service = stopAfterFile(await startTestService())
const [ada, bob, eve] = [
  await signIn(service, { email: 'ada@example.com', displayName: 'Ada' }),
  await signIn(service, { email: 'bob@example.com', displayName: 'Bob' }),
  await signIn(service, { email: 'eve@example.com', displayName: 'Eve' }),
]
const evesOwn = (await eve.api.getAuthSession()).activeOrganizationId
const organizationId = await join(ada, bob)
const { pictureId } = await bob.api.setPicture({ body: pictureOf('bob') })
const noPicture = refusal('picture_not_found')

type Params = { organizationId: string; userId: string; pictureId: string }
const bobs: Params = { organizationId, userId: bob.userId, pictureId }
const path = (params: Params) => requestPath(operations.getMemberPicture, { params })
const get = (by: Pick<Browser, 'cookie'>, params: Params, headers = {}) =>
  createSend(service, by)('GET', path(params), { headers })

it('200s with the exact bytes, for every member', async () => {
  for (const { api } of [ada, bob]) {
    const picture = await api.getMemberPicture({ params: bobs })
    expect(picture.type).toBe('image/webp')
    expect(new Uint8Array(await picture.arrayBuffer())).toEqual(pictureBytes('bob'))
  }
})

it('lets a browser keep it for the same session, and nothing else', async () => {
  const { headers } = await get(ada, bobs)
  expect(headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
  expect(headers.get('vary')).toBe('cookie')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'/)
  expect(headers.get('content-encoding')).toBeNull()
})

it('200s whatever organization is the active one', async () => {
  const headers = { 'organization-id': (await bob.api.getAuthSession()).organizations[0]?.id }
  expect(await get(bob, bobs, headers)).toMatchObject({ status: 200 })
})

it('404s an earlier picture, and one that never was', async () => {
  const { pictureId: earlier } = await ada.api.setPicture({ body: pictureOf('earlier') })
  const adas = { organizationId, userId: ada.userId, pictureId: earlier }
  expect(await get(bob, adas)).toMatchObject({ status: 200 })
  await ada.api.setPicture({ body: pictureOf('later') })
  expect(await get(bob, adas)).toMatchObject(noPicture)
  await ada.api.deletePicture()
  expect(await get(bob, adas)).toMatchObject(noPicture)
  expect(await get(bob, { ...bobs, pictureId: '0'.repeat(32) })).toMatchObject(noPicture)
})

it('404s the same to somebody else as whatever does not exist', async () => {
  const unknown = await get(eve, { organizationId: unknownId, userId: 'email:nobody', pictureId })
  expect(unknown).toMatchObject(noPicture)
  for (const params of [
    bobs,
    { ...bobs, organizationId: evesOwn },
    { ...bobs, organizationId: 'current' },
    { ...bobs, pictureId: 'x' },
    { ...bobs, userId: 'x'.repeat(201) },
  ]) {
    expect(await get(eve, params), JSON.stringify(params)).toMatchObject(noPicture)
  }
  const { body } = await get(eve, bobs)
  expect(body).toEqual(unknown.body)
})

it('404s a person of another organization, under the own one', async () => {
  const { pictureId: eves } = await eve.api.setPicture({ body: pictureOf('eve') })
  const params = { organizationId, userId: eve.userId, pictureId: eves }
  expect(await get(ada, params)).toMatchObject(noPicture)
})

it('404s the picture of a removed member, and to a removed member, and of a deleted account', async () => {
  const [cem, dan] = [
    await signIn(service, { email: 'cem@example.com', displayName: 'Cem' }),
    await signIn(service, { email: 'dan@example.com', displayName: 'Dan' }),
  ]
  const of: Record<string, Params> = {}
  for (const somebody of [cem, dan]) {
    await join(ada, somebody)
    const set = await somebody.api.setPicture({ body: pictureOf(somebody.email) })
    of[somebody.email] = { organizationId, userId: somebody.userId, pictureId: set.pictureId }
    expect(await get(ada, of[somebody.email] ?? bobs)).toMatchObject({ status: 200 })
  }
  await ada.api.removeOrganizationMember({
    params: { userId: cem.userId },
    body: { reassignGoalsTo: null },
  })
  expect(await get(ada, of[cem.email] ?? bobs)).toMatchObject(noPicture)
  expect(await get(cem, bobs)).toMatchObject(noPicture)
  await dan.api.deleteAccount({ body: { password } })
  expect(await get(ada, of[dan.email] ?? bobs)).toMatchObject(noPicture)
})

it('401s without a session', async () => {
  expect(await createSend(service)('GET', path(bobs))).toMatchObject(refusal('unauthorized'))
})
