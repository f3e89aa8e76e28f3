import { useState, useSyncExternalStore } from 'react'
import { forgetCopy } from '../../data/offline/owner.ts'

/** Whether the session has ended. The page stays, with everything typed, and a dialog lets the person sign in again. */
let ended = false
const listeners = new Set<() => void>()

function set(next: boolean): void {
  ended = next
  for (const listener of listeners) listener()
}

/** The person is signing out, so the end of the session needs no dialog. */
let isExpected = false

let signIns = 0

/** Someone has signed in in another tab, perhaps somebody else. */
let hasHeard = false

/** The number of sign-ins since this page was loaded. A request that was sent before the last one may succeed now. */
export function currentSignIn(): number {
  return signIns
}

export function useSignIn(): number {
  return useSyncExternalStore(subscribe, currentSignIn)
}

/** Call after a 401 if nobody has signed in since the request was sent. */
export function reportSessionEnd(): void {
  forgetCopy()
  if (!isExpected) set(true)
}

/** Call when the service has returned a session: someone may have signed in, in this or another tab. */
export function reportSession(): void {
  if (!ended && !hasHeard) return
  hasHeard = false
  signIns += 1
  set(false)
}

let channel: BroadcastChannel | undefined

/** All tabs of a browser share the session, so they tell each other about sign-ins and sign-outs. */
function otherTabs(): BroadcastChannel {
  channel ??= new BroadcastChannel('cairn.session')
  return channel
}

/** Calls back when someone signed in or out in another tab. */
export function onSessionInOtherTab(listener: () => void): () => void {
  const hear = ({ data }: MessageEvent) => {
    hasHeard = data === 'signed in'
    listener()
  }
  otherTabs().addEventListener('message', hear)
  return () => otherTabs().removeEventListener('message', hear)
}

/** Call after someone signed in on this page. */
export function reportSessionBack(): void {
  isExpected = false
  signIns += 1
  set(false)
  otherTabs().postMessage('signed in')
}

/** Pass true before signing out on this page, and false after it has succeeded or failed. */
export function expectSessionEnd(expected: boolean): void {
  isExpected = expected
}

/** Call after someone signed out on this page. */
export function announceSignOut(): void {
  forgetCopy()
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

/** Whether someone has signed in since `failure` was first shown, so a 401 is out of date. */
export function useIsResolved(failure: unknown): boolean {
  const now = useSignIn()
  const [shown, setShown] = useState({ failure, signIn: now })
  if (shown.failure !== failure) setShown({ failure, signIn: now })
  return shown.failure === failure && shown.signIn !== now
}
