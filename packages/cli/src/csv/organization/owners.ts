import type { CairnClient, Me } from '@cairn/client'
import { CommandError, exitCodes } from '../../exit-codes.ts'
import { readMembers } from '../../people.ts'
import { mayWriteAll } from './rights.ts'

/** The owner of a new goal; the id is null if nobody owns it. */
export type Owner = {
  userId: string | null
  name: string
  /** Why it is not who the row says. */
  warning?: string
}

/** Finds the owner of a goal by what the cells of its row say: an address, a name, or the id of a user. */
export type FindOwner = (cells: readonly string[]) => Owner

/**
 * @param all  What the cells of all rows say.
 * @throws `CommandError` if somebody else is named and the token cannot read who that is.
 */
export async function ownerFinder(
  cairn: CairnClient,
  me: Me,
  isMapped: boolean,
  all: readonly (readonly string[])[],
): Promise<FindOwner> {
  const you: Owner = { userId: me.user.id, name: me.user.displayName }
  const nobody: Owner = { userId: null, name: 'nobody' }
  if (!isMapped) return () => you
  const isYou = personIs([{ ...me.user, userId: me.user.id }])
  if (!mayWriteAll(me)) {
    // The caller could no longer change a goal without an owner.
    return (cells) => {
      if (cells.length === 0 || cells.some(isYou)) return you
      return {
        ...you,
        warning: `The goal belongs to you, not to "${nameIn(cells)}": you may write your own goals only.`,
      }
    }
  }
  // Somebody else may have your name, after an address of their own.
  const namesOthers = all.some(([first]) => first !== undefined && !isYou(first))
  if (!namesOthers) return (cells) => (cells.length === 0 ? nobody : you)
  requireMembers(me)
  const members = await readMembers(cairn)
  return (cells) => {
    if (cells.length === 0) return nobody
    let isShared = false
    for (const cell of cells) {
      const [member, ...others] = members.filter((person) => personIs([person])(cell))
      if (member && others.length === 0) return { userId: member.userId, name: member.displayName }
      isShared ||= others.length > 0
    }
    const who = isShared ? 'Several members are' : 'No member is'
    return { ...nobody, warning: `${who} "${nameIn(cells)}". Nobody owns the goal.` }
  }
}

/** Ids of users have a colon. */
const nameIn = (cells: readonly string[]) => cells.find((cell) => !cell.includes(':')) ?? cells[0]

type Person = { userId: string; displayName: string; email: string | null }

const personIs = (people: readonly Person[]) => (text: string) => {
  const wanted = text.toLowerCase()
  return people.some(
    ({ userId, displayName, email }) =>
      userId === text || displayName.toLowerCase() === wanted || email?.toLowerCase() === wanted,
  )
}

function requireMembers({ credential }: Me): void {
  if (credential.kind === 'session' || credential.scopes.includes('members:read')) return
  throw new CommandError(
    'To find owners, use a token with the scope members:read. To own all goals yourself: --map owner=',
    exitCodes.notAllowed,
  )
}
