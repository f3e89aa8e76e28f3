/**
 * Shares the workers of a process among organizations.
 *
 * Each organization has a slot of its own, so that no other one can make it wait. Further workers take slots that all share. If there
 * is none, the organization with the fewest running workers is the next to get one, and of these the one that has waited longest.
 */

/** Enough that organizations hardly ever wait, and few enough for the memory and the sockets of a small machine. */
const defaultShared = 50

export type WorkerSlots = {
  /** Does the work as soon as its organization has a slot. */
  run<T>(organizationId: string, work: () => Promise<T>): Promise<T>
}

type Organization = { running: number; waiting: { place: number; start: () => void }[] }

/** @param shared  Slots besides the one of each organization. */
export function createWorkerSlots({ shared = defaultShared }: { shared?: number } = {}): WorkerSlots {
  const organizations = new Map<string, Organization>()
  let free = shared
  let places = 0

  function organizationOf(id: string): Organization {
    const known = organizations.get(id)
    if (known) return known
    const organization = { running: 0, waiting: [] }
    organizations.set(id, organization)
    return organization
  }

  /** Starts the next worker of an organization. All but its first take a shared slot. */
  function start(organization: Organization): void {
    if (organization.running > 0) free--
    organization.running++
    organization.waiting.shift()?.start()
  }

  function startWaiting(): void {
    for (const organization of organizations.values()) {
      if (organization.running === 0 && organization.waiting.length > 0) start(organization)
    }
    while (free > 0) {
      const [next] = [...organizations.values()]
        .filter(({ waiting }) => waiting.length > 0)
        .sort((a, b) => a.running - b.running || placeOf(a) - placeOf(b))
      if (!next) return
      start(next)
    }
  }

  return {
    async run(organizationId, work) {
      const organization = organizationOf(organizationId)
      const { promise, resolve } = Promise.withResolvers<void>()
      organization.waiting.push({ place: places++, start: resolve })
      startWaiting()
      await promise
      try {
        return await work()
      } finally {
        organization.running--
        if (organization.running > 0) free++
        if (organization.running === 0 && organization.waiting.length === 0) {
          organizations.delete(organizationId)
        }
        startWaiting()
      }
    },
  }
}

function placeOf({ waiting: [first] }: Organization): number {
  return first?.place ?? Number.POSITIVE_INFINITY
}
