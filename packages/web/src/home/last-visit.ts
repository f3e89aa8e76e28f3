import type { Brief } from '@cairn/contract'
import { useEffect, useState } from 'react'

/**
 * A browser's memory of a person's visits to the home page of an organization: ids and times, no texts. A visit
 * goes on until nobody has looked for half an hour, so that a reload does not make everything old.
 */
type Remembered = {
  /** The newest event that was shown; null if there was none. */
  newest: string | null
  /** The time of the last visit, by the clock of the service. */
  lookedAt: string
  /** The same of the visit before; absent during the first. */
  before?: LastVisit | undefined
}

export type LastVisit = { newest: string | null; lookedAt: string }

const visitMilliseconds = 30 * 60_000

/** The visit before this one; undefined during the first. */
export function lastVisitOf(remembered: Remembered | undefined, now: number): LastVisit | undefined {
  if (!remembered) return undefined
  const { newest, lookedAt, before } = remembered
  return now - Date.parse(lookedAt) < visitMilliseconds ? before : { newest, lookedAt }
}

/** The events that the person has not seen during the last visit. None during the first visit. */
export function newSince<E extends { id: string; createdAt: string }>(
  /** Oldest first. */
  events: readonly E[],
  lastVisit: LastVisit | undefined,
): E[] {
  if (!lastVisit) return []
  const { newest, lookedAt } = lastVisit
  const seen = events.findLastIndex(({ id }) => id === newest)
  // The event is too old to be among them, or there was none.
  return seen === -1 ? events.filter(({ createdAt }) => createdAt > lookedAt) : events.slice(seen + 1)
}

const prefix = 'cairn.visit.'

function read(key: string): Remembered | undefined {
  try {
    const text = localStorage.getItem(key)
    const value: unknown = text === null ? undefined : JSON.parse(text)
    return isRemembered(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Whoever uses this browser can change what it stores. */
function isRemembered(value: unknown): value is Remembered {
  if (typeof value !== 'object' || value === null) return false
  const { newest, lookedAt, before } = value as Remembered
  const isNewest = newest === null || typeof newest === 'string'
  return isNewest && !Number.isNaN(Date.parse(lookedAt)) && (before === undefined || isRemembered(before))
}

function write(key: string, remembered: Remembered): void {
  try {
    localStorage.setItem(key, JSON.stringify(remembered))
  } catch {
    // Storage is full or blocked: then nothing is marked as new.
  }
}

type Visit = { key: string; lastVisit: LastVisit | undefined }

/** The person's last visit to this organization, when the page was opened. */
export function useVisit(userId: string, organizationId: string): Visit {
  const key = `${prefix}${userId}.${organizationId}`
  const [lastVisit] = useState(() => lastVisitOf(read(key), Date.now()))
  return { key, lastVisit }
}

/** Remembers what the person sees now, for the next visit. */
export function useLook({ key, lastVisit }: Visit, brief: Brief | undefined): void {
  useEffect(() => {
    if (brief) write(key, lookAt(brief, lastVisit))
  }, [key, brief, lastVisit])
}

/** Returns the state to store when a brief is shown. */
export function lookAt(
  { events, asOf }: Pick<Brief, 'asOf'> & { events: readonly { id: string }[] },
  lastVisit: LastVisit | undefined,
): Remembered {
  const newest = events.at(-1)?.id ?? lastVisit?.newest ?? null
  return { newest, lookedAt: asOf, ...(lastVisit && { before: lastVisit }) }
}
