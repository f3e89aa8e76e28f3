import { expect, test } from 'vitest'
import type { PrincipalRecord } from '../../../storage/table/entities/people/principal.ts'
import { withNewPassword } from './reset-password.ts'

const principal = { emailKey: 'ada', userId: 'email:ada' } as PrincipalRecord
const written = (read: PrincipalRecord) => {
  const { Update } = withNewPassword(read, 'hash', new Date('2026-11-20T10:00:00.000Z'))
  return Update?.params({ table: 'cairn' }) as {
    ConditionExpression: string
    ExpressionAttributeValues: object
  }
}

test('a password is reset only if it was not changed, and the account is the same, since they were read', () => {
  const { ConditionExpression, ExpressionAttributeValues } = written({ ...principal, sessionGeneration: 3 })
  expect(ConditionExpression).toContain('#sessionGeneration = ')
  expect(ConditionExpression).toContain('#userId = ')
  expect(Object.values(ExpressionAttributeValues)).toEqual(expect.arrayContaining([3, 'email:ada']))
  expect(written(principal).ConditionExpression).toContain('attribute_not_exists(#sessionGeneration)')
})

test('the first time of verification stays', () => {
  const verifiedAt = '2026-11-19T10:00:00.000Z'
  expect(Object.values(written({ ...principal, verifiedAt }).ExpressionAttributeValues)).toContain(verifiedAt)
})
