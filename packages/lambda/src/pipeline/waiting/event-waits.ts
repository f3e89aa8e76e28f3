/** Requests that wait until something happens in their organization. All of them wait in this process, and ask the database nothing. */
import type { FeedListener } from '@cairn/domain/background/changes/handle-changes'
import type { WaitingCaller } from '@cairn/domain/requests/context'

/** A process has 512 connections, and one that waits keeps its own. */
export const waitLimits = { perUser: 32, inAll: 256 }

export type EventWaits = {
  /** Notices events from now on. Undefined if too many wait already, or if the process ends. */
  open(caller: WaitingCaller): EventWait | undefined
  /** Is told which organizations have new events. */
  wake: FeedListener
  /** Ends all waits, and lets nobody wait any more. */
  end(): void
}

export type EventWait = {
  /** Resolves with whether there are new events: false after the time, if `gone` is aborted, and if the process ends. */
  events(milliseconds: number, gone?: AbortSignal): Promise<boolean>
  close(): void
}

type Waiting = { hasEvents: boolean; resolve: (hasEvents: boolean) => void }

export function createEventWaits(limits = waitLimits): EventWaits {
  const organizations = new Map<string, Set<Waiting>>()
  const users = new Map<string, number>()
  let inAll = 0
  let isEnded = false

  function add(userId: string, number: 1 | -1): void {
    inAll += number
    const count = (users.get(userId) ?? 0) + number
    if (count === 0) users.delete(userId)
    else users.set(userId, count)
  }

  return {
    open({ userId, organizationId }) {
      if (isEnded || inAll >= limits.inAll || (users.get(userId) ?? 0) >= limits.perUser) return undefined
      add(userId, 1)
      const waiting: Waiting = { hasEvents: false, resolve: () => undefined }
      const together = organizations.get(organizationId) ?? new Set()
      organizations.set(organizationId, together.add(waiting))
      let isOpen = true
      return {
        async events(milliseconds, gone) {
          if (waiting.hasEvents || isEnded || gone?.aborted) return waiting.hasEvents
          const { promise, resolve } = Promise.withResolvers<boolean>()
          waiting.resolve = resolve
          const stop = () => resolve(false)
          const timer = setTimeout(stop, milliseconds)
          gone?.addEventListener('abort', stop)
          try {
            return await promise
          } finally {
            clearTimeout(timer)
            gone?.removeEventListener('abort', stop)
          }
        },
        close() {
          if (!isOpen) return
          isOpen = false
          add(userId, -1)
          together.delete(waiting)
          if (together.size === 0) organizations.delete(organizationId)
        },
      }
    },
    async wake(organizationIds) {
      for (const organizationId of organizationIds) {
        for (const waiting of organizations.get(organizationId) ?? []) {
          waiting.hasEvents = true
          waiting.resolve(true)
        }
      }
    },
    end() {
      isEnded = true
      for (const together of organizations.values()) for (const waiting of together) waiting.resolve(false)
    },
  }
}
