import { expect, test } from 'vitest'
import { errorStatuses, ServiceError } from '../errors/errors.ts'
import { errorCodesOf, requiresCredential, requiresOrigin } from './operation.ts'
import { allOperations, operationGroups, operations } from './registry.ts'

/** The service document has 36 operations. */
const documentedOperations = 36

test('has at least the operations of the service document, with unique routes', () => {
  expect(allOperations.length).toBeGreaterThanOrEqual(documentedOperations)
  const routes = allOperations.map(({ method, path }) => `${method} ${path}`)
  expect(new Set(routes).size).toBe(allOperations.length)
})

test('lists every operation under its id and in its group', () => {
  for (const [id, operation] of Object.entries(operations)) expect(operation.id).toBe(id)
  for (const [group, ofGroup] of Object.entries(operationGroups)) {
    for (const operation of Object.values(ofGroup)) expect(operation.group).toBe(group)
  }
})

test('declares exactly the parameters in each path', () => {
  for (const { path, params } of allOperations) {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    expect(Object.keys(params?.().shape ?? {})).toEqual(inPath)
  }
})

test('gives every list limit and cursor', () => {
  const lists = allOperations.filter(
    ({ success }) => 'body' in success && Object(Object(success.body()).shape).nextCursor,
  )
  expect(lists.map(({ id }) => id).sort()).toEqual([
    'getGoalTree',
    'listApiTokens',
    'listAuditEntries',
    'listEvents',
    'listGoalClaims',
    'listGoalComments',
    'listGoalEdits',
    'listGoalLabels',
    'listGoalQuestions',
    'listGoalTemplates',
    'listGoalUpdateAcknowledgements',
    'listGoalUpdates',
    'listGoalViews',
    'listGoals',
    'listInbox',
    'listOAuthGrants',
    'listOrganizationApiTokens',
    'listOrganizationInvitations',
    'listOrganizationMembers',
    'listQuestions',
    'listSessions',
    'listUsage',
    'listWebhookDeliveries',
  ])
  for (const { id, query } of lists) {
    // The feed can be followed, so its cursor is not only one of a page.
    const cursor = id === 'listEvents' ? 'after' : 'cursor'
    expect(Object.keys(query?.().shape ?? {})).toEqual(expect.arrayContaining(['limit', cursor]))
  }
})

test('adds origin_not_allowed to mutations, and unauthorized to operations with a credential', () => {
  for (const operation of allOperations) {
    const codes = errorCodesOf(operation)
    expect(codes.includes('origin_not_allowed')).toBe(requiresOrigin(operation))
    expect(codes.includes('unauthorized')).toBe(requiresCredential(operation))
  }
})

test('adds the errors of the Organization-Id header to operations with a credential', () => {
  for (const operation of allOperations.filter(({ credential }) => credential !== 'none')) {
    expect(errorCodesOf(operation)).toEqual(
      expect.arrayContaining(['invalid_request', 'membership_not_found']),
    )
  }
})

test('gives an error the status of its code', () => {
  for (const [code, status] of Object.entries(errorStatuses)) {
    expect(new ServiceError(code as keyof typeof errorStatuses, 'why').status).toBe(status)
  }
})
