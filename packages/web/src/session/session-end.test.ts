import { beforeEach, expect, test, vi } from 'vitest'

const told: string[] = []
let session: typeof import('./session-end.ts')

beforeEach(async () => {
  told.length = 0
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      postMessage(message: string): void {
        told.push(message)
      }
    },
  )
  vi.resetModules()
  session = await import('./session-end.ts')
  return () => vi.unstubAllGlobals()
})

test('a refusal ends the session, and signing in here brings it back and tells the other tabs', () => {
  session.reportSessionEnd()
  expect(session.hasSessionEnded()).toBe(true)
  session.reportSessionBack()
  expect(session.hasSessionEnded()).toBe(false)
  expect(session.currentSignIn()).toBe(1)
  expect(told).toEqual(['signed in'])
})

test('a session that is read again was brought back in another tab: nobody is told, what was refused may be sent again', () => {
  session.reportSessionEnd()
  session.reportSession()
  expect(session.hasSessionEnded()).toBe(false)
  expect(session.currentSignIn()).toBe(1)
  session.reportSession()
  expect(session.currentSignIn()).toBe(1)
  expect(told).toEqual([])
})

test('logging out is an end that was expected, until it is done or has failed', () => {
  session.expectSessionEnd(true)
  session.reportSessionEnd()
  expect(session.hasSessionEnded()).toBe(false)
  session.tellSignOut()
  expect(told).toEqual(['signed out'])
  session.expectSessionEnd(false)
  session.reportSessionEnd()
  expect(session.hasSessionEnded()).toBe(true)
})

test('signing in after logging out expects no end any more', () => {
  session.expectSessionEnd(true)
  session.reportSessionBack()
  session.reportSessionEnd()
  expect(session.hasSessionEnded()).toBe(true)
})
