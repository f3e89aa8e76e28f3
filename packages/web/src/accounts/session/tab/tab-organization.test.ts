import { beforeEach, describe, expect, test, vi } from 'vitest'

const stored = new Map<string, string>()
let tab: typeof import('./tab-organization.ts')

beforeEach(async () => {
  stored.clear()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  vi.resetModules()
  tab = await import('./tab-organization.ts')
  return () => vi.unstubAllGlobals()
})

describe('the organization of a document', () => {
  test('is set once and stays until sign-out', () => {
    expect(tab.tabOrganization()).toBeUndefined()
    tab.setTabOrganization('one')
    tab.setTabOrganization('two')
    expect(tab.tabOrganization()).toBe('one')
    tab.clearTabOrganization()
    tab.setTabOrganization('two')
    expect(tab.tabOrganization()).toBe('two')
  })

  test('is added to the end of every address without one', () => {
    expect(tab.withTabOrganization({ status: 'paused' })).toEqual({ status: 'paused' })
    tab.setTabOrganization('one')
    const filled = tab.withTabOrganization({ organization: undefined, status: 'paused' })
    expect(Object.entries(filled)).toEqual([
      ['status', 'paused'],
      ['organization', 'one'],
    ])
    expect(tab.withTabOrganization({ organization: 'two' })).toEqual({ organization: 'two' })
    expect(tab.withTabOrganization({ organization: '' })).toEqual({ organization: 'one' })
  })
})

test('reads and writes the organization in an address', () => {
  expect(tab.organizationIn({ organization: 'one' })).toBe('one')
  expect(tab.organizationIn({ organization: '' })).toBeUndefined()
  expect(tab.organizationIn({})).toBeUndefined()
  expect(tab.addressIn('one')).toBe('/home?organization=one')
  expect(tab.addressIn('a&b', '/goals')).toBe('/goals?organization=a%26b')
})

describe('an address without an organization', () => {
  const session = {
    organizations: [{ id: 'one' }, { id: 'two' }, { id: 'three' }],
    activeOrganizationId: 'two',
  }

  test('is most likely about the active one', () => {
    expect(tab.candidateOrganizations(session)).toEqual(['two', 'one', 'three'])
  })

  test('is most likely about the tab’s last one', () => {
    tab.setTabOrganization('three')
    tab.rememberTabOrganization()
    expect(tab.candidateOrganizations(session)).toEqual(['three', 'one', 'two'])
  })

  test('is not about one that the person has left', () => {
    tab.setTabOrganization('left')
    tab.rememberTabOrganization()
    expect(tab.candidateOrganizations(session)).toEqual(['two', 'one', 'three'])
  })
})
