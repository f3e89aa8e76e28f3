import { join } from '../../support/people/invite.ts'
import { type Browser, signIn } from '../../support/people/sign-in.ts'
import type { TestService } from '../../support/service/service.ts'

/** The roles of people that tests of authority are about. `stranger` owns another organization. */
export const roles = ['owner', 'admin', 'member', 'stranger'] as const
export type Role = (typeof roles)[number]

/** Somebody with a session, and the organization that the session is to be active in. */
export type Member = Browser & { organizationId: string }

export type World = Record<Role, Member> & {
  service: TestService
  /** A second member, whom operations are about. */
  guest: Member
  /** A number that was not used before, for names and addresses that must be new. */
  next(): number
  /** Makes something that operations are about, the first time and after every `renew`. */
  once(name: string, make: () => Promise<string>): Promise<string>
  /** Forgets what was made: an operation may have changed it. */
  renew(): void
  /** Keeps something that was made by somebody who cannot make it again. */
  keep(name: string, value: string): void
}

/** An organization with an owner, an admin and two members, and a stranger in another one. */
export async function createWorld(service: TestService): Promise<World> {
  const signInAs = async (displayName: string): Promise<Member> => {
    const email = `${displayName.toLowerCase()}@example.com`
    const browser = await signIn(service, { email, displayName })
    const { activeOrganizationId } = await browser.api.getOrganizationContext()
    return { ...browser, organizationId: activeOrganizationId }
  }
  const owner = await signInAs('Ada')
  const joined = async (displayName: string, role: 'admin' | 'member'): Promise<Member> => {
    const guest = await signInAs(displayName)
    return { ...guest, organizationId: await join(owner, guest, role) }
  }
  const made = new Map<string, string>()
  const kept = new Map<string, string>()
  let count = 0
  return {
    service,
    owner,
    admin: await joined('Bob', 'admin'),
    member: await joined('Cem', 'member'),
    guest: await joined('Dora', 'member'),
    stranger: await signInAs('Sam'),
    next: () => ++count,
    once: async (name, make) => {
      const value = kept.get(name) ?? made.get(name) ?? (await make())
      made.set(name, value)
      return value
    },
    renew: () => made.clear(),
    keep: (name, value) => kept.set(name, value),
  }
}
