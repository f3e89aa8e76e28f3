import { programWords as wordsOf } from '@cairn/contract/display/program-words'
import type { GoalEdit } from '@cairn/contract/schemas/goals/goal-history'
import type { Goal } from '@cairn/contract/schemas/goals/goals'
import { useActiveOrganization, useSession } from '../../accounts/session/session.ts'
import { texts } from '../../feed/texts.ts'
import { isOpen } from './is-open.ts'
import type { Author } from './people.ts'

/** Whether the person may change a goal. Only hides controls that would fail: the service checks every request. */
export function useMayWrite(goal: Pick<Goal, 'ownerUserId'>): boolean {
  return useWritable()(goal)
}

/** The same for goals that are not known while rendering. */
export function useWritable(): (goal: Pick<Goal, 'ownerUserId'>) => boolean {
  const { user } = useSession()
  const { canAdminister } = useActiveOrganization()
  return ({ ownerUserId }) => canAdminister || ownerUserId === user.id
}

/** Whether the person may ask somebody for a report on a goal. Only hides a button: the service checks every request. */
export function useMayAsk(): (goal: Pick<Goal, 'ownerUserId' | 'status'>) => boolean {
  const { user } = useSession()
  return (goal) => isOpen(goal) && goal.ownerUserId !== null && goal.ownerUserId !== user.id
}

export function authorIn({ authorityUserId, actor, actorName }: Entry): Author {
  if (actor.kind === 'user') return { userId: authorityUserId }
  const { name, details } = programWords(actor, actorName)
  return { userId: authorityUserId, program: `${name}${details}` }
}

/** How a program or an agent is called, in the language of the app. */
export function programWords(actor: GoalEdit['actor'], name: string | undefined) {
  return wordsOf(actor, name, texts.program)
}

type Entry = Pick<GoalEdit, 'authorityUserId' | 'actor' | 'actorName'>
