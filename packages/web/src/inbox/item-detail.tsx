import type { InboxItem } from '@cairn/contract/schemas/people/inbox'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useActiveOrganization } from '../accounts/session/session.ts'
import { CommentForm } from '../goals/conversation/comment-form.tsx'
import { goalHistoryQuery } from '../goals/data/queries.ts'
import { QuestionCard } from '../goals/work/questions/question-card.tsx'
import { goalQuestionsQuery } from '../goals/work/work-queries.ts'
import { Markdown } from '../presentation/markdown/markdown.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { FailureNotice } from '../ui/states/failure-notice.tsx'
import { ListSkeleton } from '../ui/states/skeleton.tsx'
import { texts } from './texts.ts'

type ItemDetailProps = {
  item: InboxItem
  onAcknowledge?: (() => void) | undefined
  /** Whether a comment is written below it. */
  isReplying: boolean
  /** After the comment was sent or canceled. */
  onReplied: () => void
}

/** The subject of an item, in full: the report, the question with its answer, or the words that were written. */
export function ItemDetail({ item, onAcknowledge, isReplying, onReplied }: ItemDetailProps) {
  const { goal, ref } = item
  return (
    <div className="space-y-4">
      <Content item={item} />
      {isReplying && <CommentForm goalId={goal.id} revision={ref.revision} isFocused onDone={onReplied} />}
      <div className="flex flex-wrap gap-2">
        {onAcknowledge && (
          <Button variant="primary" size="small" onClick={onAcknowledge}>
            {texts.acknowledge}
          </Button>
        )}
        <Link
          to="/goals/$goalId"
          params={{ goalId: goal.id }}
          search={{
            ...(ref.questionId !== undefined && { question: ref.questionId }),
            ...(ref.commentId !== undefined && { comment: ref.commentId }),
          }}
          className={buttonClass({ size: 'small' })}
        >
          {texts.open}
        </Link>
      </div>
    </div>
  )
}

function Content({ item }: { item: InboxItem }) {
  const { ref, goal, text, kind } = item
  if (ref.questionId !== undefined) return <Question goalId={goal.id} questionId={ref.questionId} />
  const isReport = kind === 'reported' || kind === 'review'
  if (isReport && ref.revision !== undefined) return <Report goalId={goal.id} revision={ref.revision} />
  if (ref.commentId === undefined) return null
  return text === '' ? (
    <p className="text-ink-faint">{texts.noText}</p>
  ) : (
    <p className="max-w-3xl whitespace-pre-wrap wrap-anywhere">
      <bdi>{text}</bdi>
    </p>
  )
}

function Question({ goalId, questionId }: { goalId: string; questionId: string }) {
  const organization = useActiveOrganization()
  const { data, error, refetch } = useQuery(goalQuestionsQuery(organization.id, goalId))
  if (error && !data) return <FailureNotice failure={error} onRetry={() => void refetch()} />
  if (!data) return <ListSkeleton rows={1} label={texts.loading} />
  const question = data.questions.find(({ id }) => id === questionId)
  if (!question) return <p className="text-ink-faint">{texts.noText}</p>
  return (
    <QuestionCard question={question} mayAnswer mayWithdraw={false} isLinked={question.state === 'open'} />
  )
}

function Report({ goalId, revision }: { goalId: string; revision: number }) {
  const organization = useActiveOrganization()
  const { data, error, refetch } = useQuery(goalHistoryQuery(organization.id, goalId))
  if (error && !data) return <FailureNotice failure={error} onRetry={() => void refetch()} />
  if (!data) return <ListSkeleton rows={1} label={texts.loading} />
  const report = data.updates.find((update) => update.revision === revision)
  if (!report) return <p className="text-ink-faint">{texts.noText}</p>
  return (
    <div className="max-w-3xl space-y-2">
      <p className="font-medium wrap-anywhere">
        <bdi>{report.summary}</bdi>
      </p>
      <Markdown text={report.details} />
    </div>
  )
}
