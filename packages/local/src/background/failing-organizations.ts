import type { QueueFailure } from '@cairn/domain/background/changes/handle-queue'

/** The first pause before an organization is tried again; each further one is twice as long. */
const firstMilliseconds = 1_000
const maximumMilliseconds = 60_000

type Failing = QueueFailure & {
  failedAt: number
  pauseMilliseconds: number
  /** Attempts that failed at this change. */
  attempts: number
}

/** Organizations whose changes cannot be handled. They are skipped, each for a pause of its own. One entry for each of them. */
export type FailingOrganizations = {
  /** All of them. */
  ids(): ReadonlySet<string>
  /** Returns the organizations that are paused. */
  pausing(): ReadonlySet<string>
  /** How long until the first pause ends, in milliseconds; undefined if there are none. */
  untilNext(): number | undefined
  /** Ends the pause of one for which somebody waits, at most once a second. Returns whether it did. */
  hurry(organizationId: string): boolean
  errorOf(organizationId: string): unknown
  /** Notes what became of a round that skipped some of them. */
  note(skipped: ReadonlySet<string>, failed: ReadonlyMap<string, QueueFailure>): void
  /** Returns those that have failed, with how often at the same change. */
  failures(): readonly (QueueFailure & { organizationId: string; attempts: number })[]
  /** Forgets one whose change was put aside. */
  release(organizationId: string): void
}

/**
 * @param told.onFailure  Called at the first failure of an organization, not at further ones.
 * @param told.onRecovery  Called when all its changes were handled.
 */
export function createFailingOrganizations(told: {
  onFailure: (organizationId: string, error: unknown) => void
  onRecovery: (organizationId: string) => void
}): FailingOrganizations {
  const failing = new Map<string, Failing>()
  const endOf = ({ failedAt, pauseMilliseconds }: Failing) => failedAt + pauseMilliseconds
  return {
    ids: () => new Set(failing.keys()),
    pausing() {
      const now = Date.now()
      return new Set([...failing].flatMap(([id, entry]) => (endOf(entry) > now ? [id] : [])))
    },
    untilNext() {
      if (failing.size === 0) return undefined
      return Math.max(0, Math.min(...[...failing.values()].map(endOf)) - Date.now())
    },
    hurry(organizationId) {
      const entry = failing.get(organizationId)
      if (!entry || Date.now() - entry.failedAt < firstMilliseconds) return false
      entry.pauseMilliseconds = firstMilliseconds
      return true
    },
    errorOf: (organizationId) => failing.get(organizationId)?.error,
    failures: () => [...failing].map(([organizationId, failure]) => ({ organizationId, ...failure })),
    release: (organizationId) => void failing.delete(organizationId),
    note(skipped, failed) {
      for (const id of failing.keys()) {
        if (skipped.has(id) || failed.has(id)) continue
        failing.delete(id)
        told.onRecovery(id)
      }
      for (const [id, { change, error }] of failed) {
        const earlier = failing.get(id)
        const isSame = earlier?.change.changeId === change.changeId
        const pauseMilliseconds = earlier
          ? Math.min(2 * earlier.pauseMilliseconds, maximumMilliseconds)
          : firstMilliseconds
        failing.set(id, {
          change,
          error,
          failedAt: Date.now(),
          pauseMilliseconds,
          attempts: isSame ? earlier.attempts + 1 : 1,
        })
        if (!earlier) told.onFailure(id, error)
      }
    },
  }
}
