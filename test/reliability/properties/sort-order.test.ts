import type { OrganizationRole } from '@cairn/contract/schemas/people/organizations'
import { organizationRoles } from '@cairn/contract/schemas/people/organizations'
import { memberSortOf } from '@cairn/domain/organizations/rules'
import { compareNames, sortableName } from '@cairn/domain/storage/database/keys'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keysOf, type Parts } from './support/records.ts'
import { runs } from './support/seed.ts'

/** Names without control characters, whose order nobody can see. */
const name = fc
  .oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
    fc.stringMatching(/^[AaBbÉé #!_~-]{1,6}$/),
  )
  .filter((text) => text.trim() === text && !/\p{Cc}/u.test(text))

/** Compares case-insensitively by code points; a prefix comes before longer names. */
function compareWithoutCase(left: string, right: string): number {
  const [one, other] = [left, right].map((text) =>
    [...text.normalize('NFC').toLowerCase()].map((character) => character.codePointAt(0) ?? 0),
  )
  for (const [index, codePoint] of (one ?? []).entries()) {
    const difference = codePoint - (other?.[index] ?? -1)
    if (difference !== 0) return Math.sign(difference)
  }
  return (one?.length ?? 0) < (other?.length ?? 0) ? -1 : 0
}

/** Compares as DynamoDB compares sort keys. */
function compareBytes(left: string, right: string): number {
  return Math.sign(Buffer.compare(Buffer.from(left), Buffer.from(right)))
}

const parts: Parts = {
  organizationId: '6f1f0b6a-0c3e-4c8f-9d5b-2a7e5f0c1d11',
  otherId: '6f1f0b6a-0c3e-4c8f-9d5b-2a7e5f0c1d12',
  thirdId: '6f1f0b6a-0c3e-4c8f-9d5b-2a7e5f0c1d13',
  userId: 'email:x',
  email: 'x@example.com',
  name: 'x',
  idempotencyKey: 'x',
  revision: 1,
  time: '2026-11-20T10:00:00.000Z',
}

describe('the order of names', () => {
  it('is case-insensitive in the index of labels and in the labels of a goal', () => {
    fc.assert(
      fc.property(name, name, (left, right) => {
        const order = compareWithoutCase(left, right)
        const keys = [left, right].map((text) => keysOf('goalLabel', { ...parts, name: text }).gsi1sk ?? '')
        expect(compareBytes(keys[0] ?? '', keys[1] ?? '')).toBe(order)
        expect(Math.sign(compareNames(left, right))).toBe(order)
        expect(compareBytes(sortableName(left), sortableName(right))).toBe(order)
      }),
      runs(2000),
    )
  })

  it('is by role and then case-insensitive in the index of members', () => {
    const role = fc.constantFrom<OrganizationRole>(...organizationRoles)
    fc.assert(
      fc.property(role, name, role, name, (leftRole, left, rightRole, right) => {
        const byRole = Math.sign(organizationRoles.indexOf(leftRole) - organizationRoles.indexOf(rightRole))
        const order = byRole || compareWithoutCase(left, right)
        expect(compareBytes(memberSortOf(leftRole, left), memberSortOf(rightRole, right))).toBe(order)
      }),
      runs(2000),
    )
    fc.assert(
      fc.property(name, name, (left, right) => {
        const keys = [left, right].map((text) => keysOf('membership', { ...parts, name: text }).gsi1sk ?? '')
        expect(compareBytes(keys[0] ?? '', keys[1] ?? '')).toBe(compareWithoutCase(left, right))
      }),
      runs(500),
    )
  })
})
