import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  announceOnNextPage,
  claimTab,
  draftKey,
  forgetTab,
  keep,
  kept,
  takeAnnouncement,
} from './tab-storage.ts'

/** A tab's storage: its keys are its own properties, as `Object.keys` finds them. */
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

test('a draft is one person’s, in one organization, of one form', () => {
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

  test('keeps drafts while the same person uses it', () => {
    claimTab('email:ann')
    keep(ofAnn, 'typed')
    claimTab('email:ann')
    expect(kept(ofAnn)).toBe('typed')
  })

  test('forgets drafts, organization and announcement of whoever used it before, and nothing of others', () => {
    claimTab('email:ann')
    keep(ofAnn, 'typed')
    announceOnNextPage('Welcome, Ann.')
    keep('of the router', 'scroll positions')
    claimTab('email:bo')
    expect({ ...sessionStorage }).toEqual({ 'cairn.person': 'email:bo', 'of the router': 'scroll positions' })
  })

  test('forgets everything when the person leaves', () => {
    claimTab('email:ann')
    keep(ofAnn, 'typed')
    forgetTab()
    expect({ ...sessionStorage }).toEqual({})
  })

  test('says an announcement once', () => {
    announceOnNextPage('You are now in Ann.')
    expect(takeAnnouncement()).toBe('You are now in Ann.')
    expect(takeAnnouncement()).toBeUndefined()
  })
})

test('storage that is full or forbidden is no failure', () => {
  vi.stubGlobal('sessionStorage', undefined)
  expect(() => keep('key', 'value')).not.toThrow()
  expect(() => claimTab('email:ann')).not.toThrow()
  expect(kept('key')).toBeUndefined()
})
