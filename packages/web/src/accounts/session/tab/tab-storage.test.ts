import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  announceOnNextPage,
  claimTab,
  clearTab,
  draftKey,
  storedItem,
  storeItem,
  takeAnnouncement,
} from './tab-storage.ts'

/** Session storage whose keys `Object.keys` returns, as in a browser. */
class TabStorage {
  getItem(key: string): string | null {
    return (this as unknown as Record<string, string>)[key] ?? null
  }
  setItem(key: string, value: string): void {
    Object.assign(this, { [key]: value })
  }
  removeItem(key: string): void {
    delete (this as unknown as Record<string, string>)[key]
  }
}

beforeEach(() => {
  vi.stubGlobal('sessionStorage', new TabStorage())
  return () => vi.unstubAllGlobals()
})

const session = (id: string, activeOrganizationId: string) => ({ user: { id }, activeOrganizationId })

test('a draft key is unique per person, organization, and form', () => {
  const keys = [
    draftKey(session('email:ann', 'one'), 'new-goal'),
    draftKey(session('email:bo', 'one'), 'new-goal'),
    draftKey(session('email:ann', 'two'), 'new-goal'),
    draftKey(session('email:ann', 'one'), 'edit.7'),
  ]
  expect(new Set(keys).size).toBe(keys.length)
  expect(draftKey(session('email:ann', 'one'), 'new-goal')).toBe(keys[0])
})

describe('the tab', () => {
  const ofAnn = draftKey(session('email:ann', 'one'), 'new-goal')

  test('keeps drafts of the same person', () => {
    claimTab('email:ann')
    storeItem(ofAnn, 'typed')
    claimTab('email:ann')
    expect(storedItem(ofAnn)).toBe('typed')
  })

  test('removes what it kept of the previous person, and nothing else', () => {
    claimTab('email:ann')
    storeItem(ofAnn, 'typed')
    announceOnNextPage('Welcome, Ann.')
    storeItem('of the router', 'scroll positions')
    claimTab('email:bo')
    expect({ ...sessionStorage }).toEqual({ 'cairn.person': 'email:bo', 'of the router': 'scroll positions' })
  })

  test('removes everything when the person signs out', () => {
    claimTab('email:ann')
    storeItem(ofAnn, 'typed')
    clearTab()
    expect({ ...sessionStorage }).toEqual({})
  })

  test('shows an announcement once', () => {
    announceOnNextPage('You are now in Ann.')
    expect(takeAnnouncement()).toBe('You are now in Ann.')
    expect(takeAnnouncement()).toBeUndefined()
  })
})

test('full or blocked storage does not throw', () => {
  vi.stubGlobal('sessionStorage', undefined)
  expect(() => storeItem('key', 'value')).not.toThrow()
  expect(() => claimTab('email:ann')).not.toThrow()
  expect(storedItem('key')).toBeUndefined()
})
