import { takeName } from '@cairn/domain/goal-labels/label-name'
import { reportKeyHash } from '@cairn/domain/goals/history/create-goal-update'
import { keyOf } from '@cairn/domain/storage/database/keys'
import { goalReportKeyEntity } from '@cairn/domain/storage/table/entities/goals/goal-report-key'
import { goalKeyOf, goalRowEntity, ownerKeyOf } from '@cairn/domain/storage/table/entities/goals/goal-row'
import { membershipEntity } from '@cairn/domain/storage/table/entities/organizations/membership'
import { principalEntity } from '@cairn/domain/storage/table/entities/people/principal'
import { keyOfRecord, partitionKeyOf } from '@cairn/domain/storage/table/entity'
import { longDigest, longId, shortDigest, shortId } from '@cairn/domain/storage/table/short-id'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { differentTexts, hostileText } from './support/hostile-text.ts'
import { database, identityOf, type KindName, keysOf, kindNames, type Parts } from './support/records.ts'
import { runs } from './support/seed.ts'

// DynamoDB's limits, in bytes of UTF-8.
const partitionKeyMaximumBytes = 2048
const sortKeyMaximumBytes = 1024

// Few and similar, so that different records have ids in common.
const ids = [
  '6f1f0b6a-0c3e-4c8f-9d5b-2a7e5f0c1d11',
  '6f1f0b6a-0c3e-4c8f-9d5b-2a7e5f0c1d12',
  '00000000-0000-4000-8000-000000000000',
]
const id = fc.constantFrom(...ids)

function partsOf(userId: fc.Arbitrary<string>, name: fc.Arbitrary<string>): fc.Arbitrary<Parts> {
  return fc.record({
    organizationId: id,
    otherId: id,
    thirdId: id,
    userId,
    email: hostileText(320),
    name,
    idempotencyKey: userId,
    revision: fc.integer({ min: 1, max: 1_000_000 }),
    time: fc.constantFrom('2026-11-20T10:00:00.000Z', '2026-11-20T10:00:00.001Z'),
  })
}

describe('keys of the table', () => {
  it('differ for different user ids, addresses and idempotency keys, however similar', () => {
    const [organizationId = '', goalId = ''] = ids
    const keysBy: ((text: string) => string)[] = [
      (text) => JSON.stringify(keyOfRecord(membershipEntity, { userKey: keyOf(text), organizationId })),
      (text) => JSON.stringify(keyOfRecord(principalEntity, { emailKey: keyOf(text) })),
      (text) =>
        JSON.stringify(
          keyOfRecord(goalReportKeyEntity, {
            ...goalKeyOf({ organizationId, goalId }),
            keyHash: reportKeyHash(text),
          }),
        ),
      (text) =>
        partitionKeyOf(goalRowEntity, 'byOwner', {
          organizationKey: shortId(organizationId),
          ownerKey: ownerKeyOf(text),
          status: 'active',
        }),
    ]
    fc.assert(
      fc.property(differentTexts(200), ([one, other]) => {
        for (const key of keysBy) expect(key(one)).not.toBe(key(other))
      }),
      runs(500),
    )
  })

  it('differ for different records of any kinds', () => {
    const [text, similar] = [fc.constantFrom('A', 'a', 'a#', '#a', 'é', 'e\u0301', 'nobody'), hostileText(20)]
    const record = fc.tuple(
      fc.constantFrom(...kindNames),
      partsOf(fc.oneof(text, similar), fc.oneof(text, similar)),
    )
    fc.assert(
      fc.property(fc.array(record, { minLength: 2, maxLength: 12 }), (records) => {
        const identities = new Map<string, string>()
        for (const [kind, parts] of records) {
          const { pk, sk } = keysOf(kind, parts)
          const identity = identityOf(kind, parts)
          expect(identities.get(`${pk} ${sk}`) ?? identity).toBe(identity)
          identities.set(`${pk} ${sk}`, identity)
        }
        expect(identities.size).toBe(new Set(records.map(([kind, parts]) => identityOf(kind, parts))).size)
      }),
      runs(700),
    )
  })

  it('have short ids and digests that stand for one long one each', () => {
    fc.assert(
      fc.property(
        fc.uuid({ version: [1, 2, 3, 4, 5, 6, 7, 8] }),
        fc.uint8Array({ minLength: 32, maxLength: 32 }),
        (uuid, bytes) => {
          expect(shortId(uuid)).toMatch(/^[\w-]{22}$/)
          expect(longId(shortId(uuid))).toBe(uuid)
          const digest = Buffer.from(bytes).toString('hex')
          expect(shortDigest(digest)).toMatch(/^[\w-]{43}$/)
          expect(longDigest(shortDigest(digest))).toBe(digest)
        },
      ),
      runs(500),
    )
  })

  it('are equal for label names that differ only in case, and differ for all other names', () => {
    const [organizationId = '', labelId = ''] = ids
    const markerOf = (name: string) => {
      const { Put = expect.unreachable() } = takeName({ organizationId, labelId, name })
      return JSON.stringify((Put.params({ table: database.tableName }) as { Item: { pk: string } }).Item.pk)
    }
    const fold = (name: string) => name.normalize('NFC').toLowerCase()
    fc.assert(
      fc.property(differentTexts(64), ([one, other]) => {
        expect(markerOf(one) === markerOf(other)).toBe(fold(one) === fold(other))
      }),
      runs(700),
    )
    // Without ß, whose upper case is SS: the two are different names.
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-zÀ-ÖØ-Þà-öø-þА-я0-9 #_-]{1,64}$/), (name) => {
        expect(markerOf(name.toUpperCase())).toBe(markerOf(name.toLowerCase()))
      }),
      runs(300),
    )
  })

  it.each(kindNames)('stay within the limits of DynamoDB for every %s', (kind: KindName) => {
    // Label names have at most 64 characters; a display name from a proxy can have any length.
    const name = hostileText(kind === 'membership' ? 2_000 : 64)
    fc.assert(
      fc.property(partsOf(hostileText(200), name), (parts) => {
        for (const [attribute, key] of Object.entries(keysOf(kind, parts))) {
          const maximum = attribute.endsWith('pk') ? partitionKeyMaximumBytes : sortKeyMaximumBytes
          expect(Buffer.byteLength(key), `${attribute} of ${kind}`).toBeLessThanOrEqual(maximum)
        }
      }),
      runs(150),
    )
  })
})
