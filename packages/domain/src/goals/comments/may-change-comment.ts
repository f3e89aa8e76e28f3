import { ServiceError } from '@cairn/contract/errors/errors'
import { type Access, credentialKeyOf } from '../../requests/access.ts'
import type { GoalCommentRecord } from '../../storage/table/entities/goals/conversation/goal-comment.ts'

type Changer = Pick<Access, 'scopes' | 'userId' | 'authentication'>

/**
 * Whether the caller wrote a comment: a person also what a program has written in the person's name, a program only what it has written
 * itself, so that no program changes what a person said.
 */
function isAuthor(
  { scopes, userId, authentication }: Changer,
  { content }: Pick<GoalCommentRecord, 'content'>,
): boolean {
  if (content.authorityUserId !== userId) return false
  return scopes === 'session' || content.authorKey === credentialKeyOf(authentication)
}

/** @throws `permission_denied` unless the caller wrote the comment. */
export function requireAuthor(access: Changer, record: GoalCommentRecord): void {
  if (isAuthor(access, record)) return
  throw new ServiceError('permission_denied', 'Only who wrote a comment can change it.')
}
