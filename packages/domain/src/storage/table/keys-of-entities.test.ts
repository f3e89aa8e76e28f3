import { expect, test } from 'vitest'
import { entities } from './entities.ts'

/** Entities whose keys ElectroDB makes by itself. Their stored keys cannot change within a format. */
const withDefaultKeys = [
  'accountLink',
  'apiToken',
  'attemptCount',
  'goalLabel',
  'goalLabelDirectory',
  'goalLabelName',
  'invitation',
  'invitationAddress',
  'membership',
  'oauthGrant',
  'oauthRecord',
  'organization',
  'principal',
  'providerAccount',
  'providerSession',
  'session',
  'usedLogoutToken',
  'user',
]

type Key = { template?: string; casing?: string }
const keysOf = (entity: object) => {
  const { indexes } = (entity as { model: { indexes: object } }).model
  return Object.values(indexes as Record<string, { pk: Key; sk: Key }>).flatMap(({ pk, sk }) => [pk, sk])
}
const hasTemplates = (entity: object) =>
  keysOf(entity).every(({ template, casing }) => template !== undefined && casing === 'none')

test('every entity but the listed ones has templates for its keys', () => {
  const others = Object.entries(entities).filter(([, entity]) => !hasTemplates(entity))
  expect(others.map(([name]) => name).toSorted()).toEqual(withDefaultKeys)
})
