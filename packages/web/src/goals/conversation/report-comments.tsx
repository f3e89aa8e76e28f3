import { useInfiniteQuery } from '@tanstack/react-query'
import { MessagesSquare } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useActiveOrganization } from '../../accounts/session/session.ts'
import { hasDraft } from '../../app/hooks/use-draft.ts'
import { formatNumber } from '../../presentation/time/format.ts'
import { Button } from '../../ui/button.tsx'
import { CommentEntry } from './comment-entry.tsx'
import { CommentForm, commentDraftKey } from './comment-form.tsx'
import { conversationQuery, reportCommentsQuery } from './comment-queries.ts'
import { texts } from './texts.ts'

type ReportCommentsProps = { goalId: string; revision: number }

/**
 * The comments below a report, closed at first, and the form for another one. The conversation says how many there are; the older ones are
 * read when somebody opens them.
 */
export function ReportComments({ goalId, revision }: ReportCommentsProps) {
  const organization = useActiveOrganization()
  const conversation = useInfiniteQuery(conversationQuery(organization.id, goalId))
  const [isOpen, setIsOpen] = useState(() =>
    hasDraft(commentDraftKey(organization.id, goalId, String(revision))),
  )
  const own = useInfiniteQuery({
    ...reportCommentsQuery(organization.id, goalId, revision),
    enabled: isOpen && conversation.hasNextPage,
  })
  const button = useRef<HTMLButtonElement>(null)
  const recent = conversation.data?.pages.flatMap(({ comments }) => comments) ?? []
  const known = recent.filter(({ reportRevision }) => reportRevision === revision)
  const all = own.data?.pages.flatMap(({ comments }) => comments) ?? known
  const comments = all.toReversed()
  const count = Math.max(known.length, comments.length)

  function close(): void {
    flushSync(() => setIsOpen(false))
    button.current?.focus()
  }

  return (
    <div className="mt-3 max-w-3xl space-y-3">
      <Button
        ref={button}
        variant="quiet"
        size="small"
        className="-ml-3 print:hidden"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <MessagesSquare className="size-4" aria-hidden="true" />
        {count > 0 ? texts.ofReport(formatNumber(count), count) : texts.form.onReport}
      </Button>
      {isOpen && (
        <div className="space-y-4 border-l-2 border-line pl-4">
          {own.hasNextPage && (
            <Button size="small" busy={own.isFetchingNextPage} onClick={() => void own.fetchNextPage()}>
              {texts.earlier}
            </Button>
          )}
          {comments.length > 0 && (
            <ol className="space-y-4">
              {comments.map((comment) => (
                <li key={comment.id}>
                  <CommentEntry comment={comment} />
                </li>
              ))}
            </ol>
          )}
          <CommentForm goalId={goalId} revision={revision} isFocused={count === 0} onDone={close} />
        </div>
      )}
    </div>
  )
}
