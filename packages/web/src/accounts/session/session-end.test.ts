import { beforeEach, expect, test, vi } from 'vitest'

const messages: string[] = []
let hear: ((message: { data: string }) => void) | undefined
let session: typeof import('./session-end.ts')

beforeEach(async () => {
  messages.length = 0
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      postMessage(message: string): void {
        messages.push(message)
      }

      addEventListener(_: 'message', listener: typeof hear): void {
        hear = listener
      }
    },
  )
  vi.resetModules()
  session = await import('./session-end.ts')
  return () => vi.unstubAllGlobals()
})

test('a 401 ends the session; signing in here restores it and tells the other tabs', () => {
  session.reportSessionEnd()
  expect(session.hasSessionEnded()).toBe(true)
  session.reportSessionBack()
  expect(session.hasSessionEnded()).toBe(false)
  expect(session.currentSignIn()).toBe(1)
  expect(messages).toEqual(['signed in'])
})

test('a reloaded session was restored in another tab: other tabs are not messages, and requests may be sent again', () => {
  session.reportSessionEnd()
  session.reportSession()
  expect(session.hasSessionEnded()).toBe(false)
  expect(session.currentSignIn()).toBe(1)
  session.reportSession()
  expect(session.currentSignIn()).toBe(1)
  expect(messages).toEqual([])
})

test('a session after a sign-in in another tab counts as a sign-in here, though nothing was refused yet', () => {
  let heard = 0
  session.onSessionInOtherTab(() => heard++)
  hear?.({ data: 'signed in' })
  expect(session.currentSignIn()).toBe(0)
  session.reportSession()
  session.reportSession()
  expect(session.currentSignIn()).toBe(1)
  hear?.({ data: 'signed out' })
  session.reportSession()
  expect(session.currentSignIn()).toBe(1)
  expect(heard).toBe(2)
})

test('signing out does not count as an ended session until it has succeeded or failed', () => {
  session.expectSessionEnd(true)
  session.reportSessionEnd()
  expect(session.hasSessionEnded()).toBe(false)
  session.announceSignOut()
  expect(messages).toEqual(['signed out'])
  session.expectSessionEnd(false)
  session.reportSessionEnd()
  expect(session.hasSessionEnded()).toBe(true)
})

test('after signing out and in again, a 401 ends the session', () => {
  session.expectSessionEnd(true)
  session.reportSessionBack()
  session.reportSessionEnd()
  expect(session.hasSessionEnded()).toBe(true)
})
