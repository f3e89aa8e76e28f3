import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useActiveOrganization } from '../../accounts/session/session.ts'
import { isApiError } from '../../data/api/failures/failures.ts'
import { Button } from '../../ui/button.tsx'
import { panelClass, SectionTitle } from '../../ui/page.tsx'
import { FailureNotice } from '../../ui/states/failure-notice.tsx'
import { Notice } from '../../ui/states/notice.tsx'
import { TextSkeleton } from '../../ui/states/skeleton.tsx'
import { CommentEntry } from './comment-entry.tsx'
import { CommentForm } from './comment-form.tsx'
import { commentQuery, conversationQuery } from './comment-queries.ts'
import { texts } from './texts.ts'

type ConversationProps = {
  goalId: string
  /** The id of the comment that the address names. */
  linked: string | undefined
  onRevealReport: (revision: number) => void
}

/** The comments on a goal and its reports, oldest first, and the form for the next one. */
export function Conversation({ goalId, linked, onRevealReport }: ConversationProps) {
  const organization = useActiveOrganization()
  const list = useInfiniteQuery(conversationQuery(organization.id, goalId))
  const comments = list.data?.pages.flatMap((page) => page.comments).toReversed() ?? []
  const isListed = comments.some(({ id }) => id === linked)
  return (
    <section aria-labelledby="conversation" className={`${panelClass} space-y-5`}>
      <SectionTitle id="conversation">{texts.title}</SectionTitle>
      {linked !== undefined && list.data && !isListed && (
        <LinkedComment goalId={goalId} commentId={linked} onRevealReport={onRevealReport} />
      )}
      {list.hasNextPage && (
        <Button size="small" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {texts.earlier}
        </Button>
      )}
      {list.error && !list.data && <FailureNotice failure={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <TextSkeleton />}
      {list.data && comments.length === 0 && <p className="text-ink-faint">{texts.none}</p>}
      {comments.length > 0 && (
        <ol className="space-y-4">
          {comments.map((comment) => (
            <li key={comment.id}>
              <CommentEntry
                comment={comment}
                isLinked={comment.id === linked}
                onRevealReport={onRevealReport}
              />
            </li>
          ))}
        </ol>
      )}
      <CommentForm goalId={goalId} />
    </section>
  )
}

type LinkedCommentProps = { goalId: string; commentId: string; onRevealReport: (revision: number) => void }

/** A comment that is older than those on the page. */
function LinkedComment({ goalId, commentId, onRevealReport }: LinkedCommentProps) {
  const organization = useActiveOrganization()
  const { data, error, refetch } = useQuery(commentQuery(organization.id, goalId, commentId))
  if (isApiError(error, 'comment_not_found')) return <Notice tone="info">{texts.notFound}</Notice>
  if (error) return <FailureNotice failure={error} onRetry={() => void refetch()} />
  if (!data) return <TextSkeleton />
  return (
    <div className="space-y-1">
      <p className="text-sm text-ink-faint">{texts.linked}</p>
      <CommentEntry comment={data.comment} isLinked onRevealReport={onRevealReport} />
    </div>
  )
}
