import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { signIn } from '../../../../support/people/sign-in.ts'
import { createSend, refusal } from '../../../../support/requests/exchange.ts'
import {
  bytesOf,
  chunk,
  losslessFrame,
  pictureBytes,
  pictureOf,
  webp,
} from '../../../../support/requests/pictures.ts'
import { startTestService } from '../../../../support/service/service.ts'
import { stopAfterFile } from '../../../../support/stop-after-file.ts'
import { expectSoundTable } from '../../../../support/table/check-table.ts'

const service = stopAfterFile(await startTestService())
const ada = await signIn(service, { email: 'ada@example.com', displayName: 'Ada' })
const browser = createSend(service, ada)

const put = (rawBody: Uint8Array<ArrayBuffer> | string, headers: Record<string, string | undefined> = {}) =>
  browser('PUT', '/v1/auth/picture', { rawBody, headers: { 'content-type': 'image/webp', ...headers } })

/** A valid picture of exactly so many bytes. */
const ofBytes = (bytes: number) => {
  const empty = webp(chunk('VP8L', losslessFrame(256, 256, new Uint8Array(1)))).length
  return webp(chunk('VP8L', losslessFrame(256, 256, new Uint8Array(1 + bytes - empty))))
}

it('200s with the id, which session and member list show from then on', async () => {
  const { pictureId } = await ada.api.setPicture({ body: pictureOf('first') })
  expect(pictureId).toBe(createHash('sha256').update(pictureBytes('first')).digest('hex').slice(0, 32))
  const session = await ada.api.getAuthSession()
  expect(session.pictureId).toBe(pictureId)
  // The canonical user has three fields only.
  expect(session.user).toEqual({ id: ada.userId, displayName: 'Ada', email: ada.email })
  const { members } = await ada.api.listOrganizationMembers()
  expect(members.map((member) => member.pictureId)).toEqual([pictureId])
})

it('200s with another id for another picture, which replaces the first', async () => {
  const { pictureId: first } = await ada.api.setPicture({ body: pictureOf('first') })
  const { pictureId: second } = await ada.api.setPicture({ body: pictureOf('second') })
  expect(second).not.toBe(first)
  expect((await ada.api.getAuthSession()).pictureId).toBe(second)
  await expectSoundTable(service.table.database)
})

it('200s with the same picture again, and writes no second entry of the audit log', async () => {
  await ada.api.setPicture({ body: pictureOf('third') })
  const { entries } = await ada.api.listAuditEntries()
  expect(entries[0]).toMatchObject({
    action: 'account.profile_changed',
    changes: [{ field: 'picture', from: null, to: null }],
  })
  await ada.api.setPicture({ body: pictureOf('third') })
  expect((await ada.api.listAuditEntries()).entries).toEqual(entries)
})

it('takes 32 KiB, and 413s one byte more', async () => {
  const largest = ofBytes(32 * 1024)
  expect(largest).toHaveLength(32 * 1024)
  expect(await put(largest)).toMatchObject({ status: 200 })
  expect(await put(bytesOf(largest, new Uint8Array(1)))).toMatchObject(refusal('payload_too_large'))
  expect(await put(ofBytes(32 * 1024 + 2))).toMatchObject(refusal('payload_too_large'))
})

it.each(['image/png', 'application/json', 'image/webp-x', 'text/html', 'multipart/form-data', undefined])(
  '415s the content type %s',
  async (type) => {
    expect(await put(pictureBytes('x'), { 'content-type': type })).toMatchObject(
      refusal('unsupported_media_type'),
    )
  },
)

it.each(['Image/WebP', 'image/webp; charset=binary'])('takes the content type %s', async (type) => {
  expect(await put(pictureBytes('x'), { 'content-type': type })).toMatchObject({ status: 200 })
})

it('keeps every byte of a file that happens to be text, which gateways do not encode', async () => {
  const text = webp(chunk('VP8L', losslessFrame(64, 2)))
  expect(text.every((byte) => byte < 0x80)).toBe(true)
  expect(await put(text)).toMatchObject({ status: 200 })
  const { pictureId = '', activeOrganizationId: organizationId } = await ada.api.getAuthSession()
  const params = { organizationId, userId: ada.userId, pictureId }
  const picture = await ada.api.getMemberPicture({ params })
  expect(new Uint8Array(await picture.arrayBuffer())).toEqual(text)
})

it('415s a compressed body', async () => {
  expect(await put(pictureBytes('x'), { 'content-encoding': 'gzip' })).toMatchObject(
    refusal('unsupported_media_type'),
  )
})

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const html = Buffer.from('RIFF\u0010\u0000\u0000\u0000WEBPVP8L<script>alert(1)</script>')

it.each<[string, Uint8Array<ArrayBuffer> | string]>([
  ['no body', ''],
  ['a PNG that was renamed', bytesOf(png)],
  ['HTML with the header of a WebP', bytesOf(html)],
  ['a file that was cut short', pictureBytes('x').slice(0, -4)],
  ['a size of more than 512 pixels', webp(chunk('VP8L', losslessFrame(513, 256)))],
  ['a size that would take a browser 1 GB', webp(chunk('VP8L', losslessFrame(16_384, 16_384)))],
])('400s %s', async (_, body) => {
  expect(await put(body)).toMatchObject(refusal('invalid_request'))
})

it('401s without a session, and 403s another origin', async () => {
  const exchange = { rawBody: pictureBytes('x'), headers: { 'content-type': 'image/webp' } }
  expect(await createSend(service)('PUT', '/v1/auth/picture', exchange)).toMatchObject(
    refusal('unauthorized'),
  )
  expect(await put(pictureBytes('x'), { origin: 'https://evil.test' })).toMatchObject(
    refusal('origin_not_allowed'),
  )
})
