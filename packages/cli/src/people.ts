import type { CairnClient, Me } from '@cairn/client'
import { usageError } from './exit-codes.ts'

export type Member = Awaited<ReturnType<CairnClient['listOrganizationMembers']>>['members'][number]

/** How to name people: the caller, and those whose names are known. */
export type People = { userId: string; names: ReadonlyMap<string, string> }

/** All members. Addresses are null unless the token belongs to an administrator. */
export async function readMembers(cairn: CairnClient): Promise<Member[]> {
  const members: Member[] = []
  let cursor: string | undefined
  do {
    const page = await cairn.listOrganizationMembers({ query: { cursor } })
    members.push(...page.members)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return members
}

/** The names of all members, if the token may read them; otherwise that of the caller. */
export async function readPeople(cairn: CairnClient, me: Me): Promise<People> {
  const { credential } = me
  const mayRead = credential.kind !== 'session' && credential.scopes.includes('members:read')
  const members = mayRead ? await readMembers(cairn) : []
  return peopleOf(
    me,
    members.map(({ userId, displayName }) => ({ id: userId, displayName })),
  )
}

export function peopleOf({ user }: Me, others: readonly { id: string; displayName: string }[]): People {
  return {
    userId: user.id,
    names: new Map([...others, user].map(({ id, displayName }) => [id, displayName])),
  }
}

/** Ids say where a person comes from before a colon. */
const shortId = (userId: string) => userId.slice(userId.indexOf(':') + 1).slice(0, 8)

/** A person's name; the start of the id if the token cannot read it, or the person has left. */
export const nameOf = ({ names }: People, userId: string) => names.get(userId) ?? shortId(userId)

/**
 * Returns the id of a member by name or address. Only administrators' tokens can read addresses.
 * @throws `CommandError` if there is none, or if several have the name.
 */
async function findMember(cairn: CairnClient, text: string): Promise<string> {
  return memberIn(await readMembers(cairn), text)
}

function memberIn(members: readonly Member[], text: string): string {
  const wanted = text.toLowerCase()
  const isWanted = (value: string | null) => value?.toLowerCase() === wanted
  const found = members.find(({ email }) => isWanted(email))
  const named = found ? [found] : members.filter(({ displayName }) => isWanted(displayName))
  if (named.length > 1) {
    throw usageError(
      `Several members are called ${text}. Use an id: ${named.map(({ userId }) => userId).join(', ')}`,
    )
  }
  const [member] = named
  if (member) return member.userId
  throw usageError(`No member with the name or address ${text} is visible to this token.`)
}

/** The words for nobody and oneself, and ids, which have a colon, such as `email:…`. Names and addresses are looked up. */
export async function ownerIn(cairn: CairnClient, owner: string): Promise<string> {
  return isOwner(owner) ? owner : findMember(cairn, owner)
}

const isOwner = (text: string) => ['me', 'none'].includes(text) || text.includes(':')

/** Several owners as `ownerIn` takes each of them. The members are read once. */
export async function ownersIn(cairn: CairnClient, owners: readonly string[]): Promise<string[]> {
  const members = owners.every(isOwner) ? [] : await readMembers(cairn)
  return owners.map((owner) => (isOwner(owner) ? owner : memberIn(members, owner)))
}
