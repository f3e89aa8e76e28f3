import { createHash } from 'node:crypto'
import { readRecord } from '@cairn/domain/storage/database/read-record'
import { apiTokenEntity } from '@cairn/domain/storage/table/entities/api-token'
import { describe, expect, it } from 'vitest'
import { bearer, createToken } from '../../../support/people/api-tokens.ts'
import { startWithAda } from '../../../support/people/start-with-ada.ts'
import { refusal } from '../../../support/requests/exchange.ts'
import { createWireTable, engineEndpoint } from '../../../support/service/engine.ts'
import { startEngineProxy } from '../../../support/service/engine-proxy.ts'
import { stopAfterFile } from '../../../support/stop-after-file.ts'
import { recordsWith } from '../../../support/table/records.ts'

const proxy = stopAfterFile(await startEngineProxy(await engineEndpoint()))
const table = stopAfterFile(await createWireTable())
const { ada, send } = await startWithAda({ table, endpoint: proxy.endpoint })

type Created = { token: { id: string; prefix: string }; secret: string }
const helpdesk = { name: 'Helpdesk', scopes: ['goals:read'] }
const create = (body: object) => send('POST', '/v1/api-tokens', { body })

describe('a secret', () => {
  it('is the prefix, 256 random bits and a checksum, and differs from all others', async () => {
    const secrets = new Set<string>()
    for (let count = 0; count < 5; count++) {
      const { token, secret } = (await create(helpdesk)).body as Created
      const rest = secret.slice(token.prefix.length)
      expect(secret.startsWith(`cairn_${token.id}_`)).toBe(true)
      // 43 characters of base64url have 256 bits; the rest is the checksum.
      expect(rest).toMatch(/^_[A-Za-z0-9_-]{43}[A-Za-z0-9_-]+$/)
      secrets.add(rest.slice(1, 44))
    }
    expect(secrets.size).toBe(5)
  })

  it('401s with any one character changed, removed or added, without a database call', async () => {
    const { secret } = await createToken(ada)
    const random = secret.slice(-51)
    const wrong = [
      ...Array.from(
        secret,
        (character, at) => `${secret.slice(0, at)}${character === '0' ? '1' : '0'}${secret.slice(at + 1)}`,
      ),
      ...Array.from(
        random,
        (_, at) => `${secret.slice(0, -51)}${random.slice(0, at)}${random.slice(at + 1)}`,
      ),
      `${secret}0`,
      secret.slice(0, -51),
      secret.toUpperCase(),
      random,
    ].filter((text) => text !== secret)
    proxy.reset()
    for (const text of wrong) {
      const response = await send('GET', '/v1/goals', { headers: { origin: undefined, ...bearer(text) } })
      expect(response, text).toMatchObject(refusal('invalid_api_token'))
    }
    expect(proxy.calls).toEqual([])
  })

  it('is in the table only as its hash, and in no other response', async () => {
    const { id, secret } = await createToken(ada)
    const random = secret.slice(-51, -8)
    for (const part of [secret, random]) expect(await recordsWith(table, part)).toEqual([])
    const data = await readRecord(table.database, apiTokenEntity, { tokenId: id })
    expect(data?.secretHash).toBe(createHash('sha256').update(secret).digest('hex'))
    expect((await send('GET', '/v1/api-tokens')).text).not.toContain(random)
    const { text } = await send('DELETE', `/v1/api-tokens/${id}`)
    expect(text).toContain(id)
    expect(text).not.toContain(random)
  })
})
