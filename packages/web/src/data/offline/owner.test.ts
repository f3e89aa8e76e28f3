import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { claimCopy, forgetCopy, keepOnlyCopyOf, ownerOfCopy } from './owner.ts'

const deleteDatabase = vi.fn()
let stored: Map<string, string>

beforeEach(() => {
  stored = new Map()
  deleteDatabase.mockClear()
  vi.stubGlobal('indexedDB', { deleteDatabase })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

describe('the copy of visited pages', () => {
  it('belongs to one person, under the same name as long as the session lasts', () => {
    const ann = claimCopy('ann')
    expect(ann?.userId).toBe('ann')
    expect(claimCopy('ann')).toEqual(ann)
    expect(ownerOfCopy()).toEqual(ann)
    expect(deleteDatabase).not.toHaveBeenCalled()
  })

  it('is deleted when somebody else has signed in, and gets another name', () => {
    const ann = claimCopy('ann')
    keepOnlyCopyOf('ben')
    expect(ownerOfCopy()).toBeUndefined()
    expect(deleteDatabase).toHaveBeenCalledOnce()
    expect(claimCopy('ben')?.copy).not.toBe(ann?.copy)
  })

  it('of the same person in the next session has another name', () => {
    const before = claimCopy('ann')
    forgetCopy()
    expect(claimCopy('ann')?.copy).not.toBe(before?.copy)
  })

  it('is deleted before somebody else claims it', () => {
    claimCopy('ann')
    expect(claimCopy('ben')?.userId).toBe('ben')
    expect(deleteDatabase).toHaveBeenCalledOnce()
  })

  it.each(['', 'null', '{}', '{"userId":1,"copy":"c"}', '{"userId":"u"}'])('has no owner with %j', (text) => {
    stored.set('cairn.offline', text)
    expect(ownerOfCopy()).toBeUndefined()
  })

  it('does not exist if storage is blocked', () => {
    const refuse = () => {
      throw new DOMException('Blocked.', 'SecurityError')
    }
    vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
    expect(claimCopy('ann')).toBeUndefined()
    expect(ownerOfCopy()).toBeUndefined()
    expect(forgetCopy).not.toThrow()
  })
})
