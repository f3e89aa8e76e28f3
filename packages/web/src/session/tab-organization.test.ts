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
  test('is settled once, and stays until the person leaves', () => {
    expect(tab.tabOrganization()).toBeUndefined()
    tab.settleTabOrganization('one')
    tab.settleTabOrganization('two')
    expect(tab.tabOrganization()).toBe('one')
    tab.releaseTabOrganization()
    tab.settleTabOrganization('two')
    expect(tab.tabOrganization()).toBe('two')
  })

  test('ends every address that names none', () => {
    expect(tab.withTabOrganization({ status: 'paused' })).toEqual({ status: 'paused' })
    tab.settleTabOrganization('one')
    const filled = tab.withTabOrganization({ organization: undefined, status: 'paused' })
    expect(Object.entries(filled)).toEqual([
      ['status', 'paused'],
      ['organization', 'one'],
    ])
    expect(tab.withTabOrganization({ organization: 'two' })).toEqual({ organization: 'two' })
    expect(tab.withTabOrganization({ organization: '' })).toEqual({ organization: 'one' })
  })
})

test('an address names its organization, whatever stands there', () => {
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

  test('belongs to the active one at first', () => {
    expect(tab.likelyOrganizations(session)).toEqual(['two', 'one', 'three'])
  })

  test('belongs to where this tab was last', () => {
    tab.settleTabOrganization('three')
    tab.keepTabOrganization()
    expect(tab.likelyOrganizations(session)).toEqual(['three', 'one', 'two'])
  })

  test('does not belong where the person is no member any more', () => {
    tab.settleTabOrganization('left')
    tab.keepTabOrganization()
    expect(tab.likelyOrganizations(session)).toEqual(['two', 'one', 'three'])
  })
})
