import type { TestService } from '../service/service.ts'
import { copyInto } from './copies.ts'
import { join } from './invite.ts'
import { type Browser, browserOf, signIn } from './sign-in.ts'

/** Roles of people in the organization of the world. `stranger` owns another one. */
export const roles = ['owner', 'admin', 'member', 'stranger'] as const
export type Role = (typeof roles)[number]

/** Somebody with a session, and the organization that is active in it. */
export type Member = Browser & { organizationId: string }

/** The parts of a service that the people of a world need. */
export type WorldService = Pick<TestService, 'origin' | 'lines' | 'table'> & { isPlain?: boolean }

export type World<Service extends WorldService = WorldService> = Record<Role, Member> & {
  service: Service
  /** A second member, whom operations are about. */
  colleague: Member
  /** A number that no world has used before, for names and addresses that must be new. */
  next(): number
  /** Creates what operations are about on the first call and on the first after every `renew`; returns its id. */
  once(name: string, create: () => Promise<string>): Promise<string>
  /** Forgets what `once` created: an operation may have changed it. */
  renew(): void
  /** Makes `once` return this id always: its creator can create no other. */
  keep(name: string, id: string): void
}

/** How somebody gets a session. */
type Enter = (service: WorldService, displayName: string) => Promise<Browser>

const register: Enter = (service, displayName) =>
  signIn(service, { email: `${displayName.toLowerCase()}@example.com`, displayName })

// One for all worlds: some share a table.
let numbers = 0

/**
 * Seeds an organization with an owner, an admin and two members, and a stranger with another organization.
 *
 * @param enter  Registers and signs in by default; `newcomer` costs no password hash.
 */
export async function createWorld<Service extends WorldService>(
  service: Service,
  enter: Enter = register,
): Promise<World<Service>> {
  const copied = enter === register ? await copyInto(service, 'world', createSettledPeople) : undefined
  const people = copied ? atService(service, copied) : await createPeople(service, enter)
  const created = new Map<string, string>()
  const kept = new Map<string, string>()
  return {
    ...people,
    service,
    next: () => ++numbers,
    once: async (name, create) => {
      const id = kept.get(name) ?? created.get(name) ?? (await create())
      created.set(name, id)
      return id
    },
    renew: () => created.clear(),
    keep: (name, id) => kept.set(name, id),
  }
}

type People = Record<Role | 'colleague', Member>

/** The same people, who call another service, with the same cookies. */
function atService({ origin }: WorldService, people: People): People {
  const entries = Object.entries(people).map(([name, member]) => [
    name,
    { ...member, ...browserOf({ origin }, member) },
  ])
  return Object.fromEntries(entries)
}

/** Resolves when the feed has everything that has happened. */
async function createSettledPeople(service: WorldService): Promise<People> {
  const people = await createPeople(service, register)
  await people.owner.api.listEvents()
  return people
}

async function createPeople(service: WorldService, enter: Enter): Promise<People> {
  const owning = async (displayName: string): Promise<Member> => {
    const browser = await enter(service, displayName)
    const { activeOrganizationId } = await browser.api.getOrganizationContext()
    return { ...browser, organizationId: activeOrganizationId }
  }
  const owner = await owning('Ada')
  const joined = async (displayName: string, role: 'admin' | 'member'): Promise<Member> => {
    const guest = await owning(displayName)
    return { ...guest, organizationId: await join(owner, guest, role) }
  }
  return {
    owner,
    admin: await joined('Bob', 'admin'),
    member: await joined('Cem', 'member'),
    colleague: await joined('Dora', 'member'),
    stranger: await owning('Sam'),
  }
}

/** Takes somebody back to the active organization of the world, and forgets what operations may have changed. */
export async function restore(world: World, { api, organizationId }: Member): Promise<void> {
  world.renew()
  await api.switchOrganization({ body: { organizationId } })
}
