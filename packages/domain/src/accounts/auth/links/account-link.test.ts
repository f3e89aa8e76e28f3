import { expect, test } from 'vitest'
import type { AccountLinkRecord } from '../../../storage/table/entities/people/account-link.ts'
import { useLink } from './account-link.ts'

const link: AccountLinkRecord = {
  emailKey: 'ada',
  kind: 'password_reset',
  userId: 'email:ada',
  secretHash: 'hash of this link',
  sessionGeneration: 2,
  createdAt: '2026-11-20T09:00:00.000Z',
  expiresAt: '2026-11-20T10:00:00.000Z',
  ttl: 0,
}

test('using a link deletes that link only, not a newer one of the same address', () => {
  const written = JSON.stringify(useLink(link).Delete?.params({ table: 'cairn' }))
  expect(written).toContain('#secretHash = ')
  expect(written).toContain('"hash of this link"')
})
