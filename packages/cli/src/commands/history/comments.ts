import { type CairnClient, CairnNotFoundError, type GoalComment } from '@cairn/client'
import { indented } from '../../context.ts'
import { oneLine } from '../../output/escape.ts'
import { actorText, minuteOf } from '../../output/words.ts'

/** All comments on a goal, oldest first. None of an older service, which has no comments. */
export async function readComments(
  cairn: Pick<CairnClient, 'comments'>,
  goalId: string,
): Promise<GoalComment[]> {
  const comments: GoalComment[] = []
  try {
    for await (const comment of cairn.comments(goalId)) comments.push(comment)
  } catch (error) {
    if (!(error instanceof CairnNotFoundError && error.code === 'not_found')) throw error
  }
  return comments
}

/** A comment as people read it. */
export function commentLines(comment: GoalComment): string[] {
  const { id, actor, createdAt, reportRevision, text, editedAt } = comment
  const about = reportRevision === null ? '' : ` on revision ${reportRevision}`
  const edited = editedAt === null || text === null ? '' : ', edited'
  return [
    `${minuteOf(createdAt)}  Comment${about}  ${actorText(actor)}${edited}`,
    ...(text === null ? ['  (deleted)'] : indented(text).map((line) => `  ${line}`.trimEnd())),
    `  Comment ${oneLine(id)}`,
  ]
}
