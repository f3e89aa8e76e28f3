import { expect, test } from 'vitest'
import { errorStatuses, ServiceError } from './errors.ts'
import { errorCodesOf, isMutation } from './operation.ts'
import { allOperations, operationGroups, operations } from './registry.ts'

/** Beyond the service document, which has 36. */
const added = ['previewEmailVerification']

test('the registry holds the operations of the service document and those added, each once', () => {
  expect(allOperations).toHaveLength(36 + added.length)
  const routes = allOperations.map(({ method, path }) => `${method} ${path}`)
  expect(new Set(routes).size).toBe(allOperations.length)
})

test('every operation stands under its own id and in its own group', () => {
  for (const [id, operation] of Object.entries(operations)) expect(operation.id).toBe(id)
  for (const [group, ofGroup] of Object.entries(operationGroups)) {
    for (const operation of Object.values(ofGroup)) expect(operation.group).toBe(group)
  }
})

test('every path parameter is declared, and nothing else is', () => {
  for (const { path, params } of allOperations) {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    expect(Object.keys(params?.().shape ?? {})).toEqual(inPath)
  }
})

test('every list takes limit and cursor', () => {
  const lists = allOperations.filter(
    ({ success }) => 'body' in success && Object(Object(success.body()).shape).nextCursor,
  )
  expect(lists.map(({ id }) => id).sort()).toEqual([
    'listApiTokens',
    'listGoalLabels',
    'listGoalUpdates',
    'listGoals',
    'listOrganizationInvitations',
    'listOrganizationMembers',
  ])
  for (const { query } of lists)
    expect(Object.keys(query?.().shape ?? {})).toEqual(expect.arrayContaining(['limit', 'cursor']))
})

test('every mutation may be refused for its Origin, and every credential may be missing', () => {
  for (const operation of allOperations) {
    const codes = errorCodesOf(operation)
    expect(codes.includes('origin_not_allowed')).toBe(isMutation(operation))
    expect(codes.includes('unauthorized')).toBe(operation.credential !== 'none')
  }
})

test('every session request may name an organization that is none of the caller, or no organization at all', () => {
  for (const operation of allOperations.filter(({ credential }) => credential !== 'none')) {
    expect(errorCodesOf(operation)).toEqual(
      expect.arrayContaining(['invalid_request', 'membership_not_found']),
    )
  }
})

test('an error travels under the status of its code', () => {
  for (const [code, status] of Object.entries(errorStatuses)) {
    expect(new ServiceError(code as keyof typeof errorStatuses, 'why').status).toBe(status)
  }
})
