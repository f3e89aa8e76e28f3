import { useState, useSyncExternalStore } from 'react'

/**
 * Whether the session has died while somebody was working. The page stays as it is, with everything typed, and a
 * dialog lets the person sign in again.
 */
let ended = false
const listeners = new Set<() => void>()

function set(next: boolean): void {
  if (ended === next) return
  ended = next
  for (const listener of listeners) listener()
}

/** The person is logging out: an end that needs no dialog. */
let isExpected = false

let signIns = 0

/** Counts how often somebody has signed in since this page was loaded: what was refused before may go well now. */
export function currentSignIn(): number {
  return signIns
}

/** A request was refused for want of a session, and nobody has signed in since it was sent. */
export function reportSessionEnd(): void {
  if (!isExpected) set(true)
}

/** There is a session: here, or in another tab, somebody has signed in. */
export function reportSession(): void {
  if (ended) signIns += 1
  set(false)
}

let channel: BroadcastChannel | undefined

/** The other tabs of this browser, which share the session: they are told when somebody signs in or out in this one. */
function otherTabs(): BroadcastChannel {
  channel ??= new BroadcastChannel('cairn.session')
  return channel
}

export function onSessionInOtherTab(listener: () => void): () => void {
  otherTabs().addEventListener('message', listener)
  return () => otherTabs().removeEventListener('message', listener)
}

/** Somebody signed in on this page. */
export function reportSessionBack(): void {
  isExpected = false
  signIns += 1
  set(false)
  otherTabs().postMessage('signed in')
}

/** The person is logging out on this page; false once that is done, or has failed. */
export function expectSessionEnd(expected: boolean): void {
  isExpected = expected
}

/** The person has logged out on this page. */
export function tellSignOut(): void {
  otherTabs().postMessage('signed out')
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function hasSessionEnded(): boolean {
  return ended
}

export function useSessionEnded(): boolean {
  return useSyncExternalStore(subscribe, hasSessionEnded)
}

/** Whether somebody has signed in since `refusal` was first shown: it asked for a session, and there is one again. */
export function useIsOver(refusal: unknown): boolean {
  const now = useSyncExternalStore(subscribe, currentSignIn)
  const [told, setTold] = useState({ refusal, signIn: now })
  if (told.refusal !== refusal) setTold({ refusal, signIn: now })
  return told.refusal === refusal && told.signIn !== now
}
