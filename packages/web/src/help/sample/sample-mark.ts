import { useSession } from '../../accounts/session/session.ts'

/**
 * Which organizations this browser has made as samples, per person, with the name that each got. Only this browser knows: elsewhere, and
 * for others, a sample is an organization like any other, and nobody is offered to discard what became real.
 */
const keyOf = (userId: string, organizationId: string) => `cairn.sample.${userId}.${organizationId}`

/** The name that the sample got, or undefined if the organization is none. */
export function sampleName(userId: string, organizationId: string): string | undefined {
  try {
    return localStorage.getItem(keyOf(userId, organizationId)) ?? undefined
  } catch {
    return undefined
  }
}

export function markSample(userId: string, organizationId: string, name: string): void {
  try {
    localStorage.setItem(keyOf(userId, organizationId), name)
  } catch {
    // Storage may be blocked. The sample then says nothing about itself but its name.
  }
}

export function unmarkSample(userId: string, organizationId: string): void {
  try {
    localStorage.removeItem(keyOf(userId, organizationId))
  } catch {
    // See above.
  }
}

/** Whether the person has made a sample in this browser. One is enough. */
export function useHasSample(): boolean {
  const { user, organizations } = useSession()
  return organizations.some(({ id }) => sampleName(user.id, id) !== undefined)
}
