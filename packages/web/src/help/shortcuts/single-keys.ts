import { useSyncExternalStore } from 'react'

/** Single keys can be switched off, for people who press keys by accident or speak to their computer (WCAG 2.1.4). */
const storageKey = 'cairn.shortcuts'

const listeners = new Set<() => void>()
/** The state of this page, if storage is blocked. */
let isOffHere = false

export function areSingleKeysOn(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off' && !isOffHere
  } catch {
    return !isOffHere
  }
}

export function switchSingleKeys(isOn: boolean): void {
  isOffHere = !isOn
  try {
    if (isOn) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, 'off')
  } catch {
    // The choice is lost with the page.
  }
  for (const listener of listeners) listener()
}

export function useSingleKeys(): boolean {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, areSingleKeysOn)
}
