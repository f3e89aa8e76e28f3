import type { GoalEdit } from '@cairn/contract/schemas/goal-history'
import { programWords } from '../feed/program-words.ts'
import type { Author } from './people.ts'

export function authorIn({ authorityUserId, actor, actorName }: Entry): Author {
  if (actor.kind === 'user') return { userId: authorityUserId }
  const { name, details } = programWords(actor, actorName)
  return { userId: authorityUserId, program: `${name}${details}` }
}

type Entry = Pick<GoalEdit, 'authorityUserId' | 'actor' | 'actorName'>
