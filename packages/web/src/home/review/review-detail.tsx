import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useActiveOrganization } from '../../accounts/session/session.ts'
import { AskForReport } from '../../goals/asking/ask-for-report.tsx'
import { CommentForm } from '../../goals/conversation/comment-form.tsx'
import { goalQuery } from '../../goals/data/queries.ts'
import { EvidenceList } from '../../goals/evidence/evidence-list.tsx'
import { Author } from '../../goals/history/author.tsx'
import { Measurements, Verdicts } from '../../goals/history/report-parts.tsx'
import { GoalState } from '../../goals/pictures/badges.tsx'
import { ConfirmPanel } from '../../goals/review/confirm-panel.tsx'
import { Markdown } from '../../presentation/markdown/markdown.tsx'
import { Ago } from '../../presentation/time/moment.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { FailureNotice } from '../../ui/states/failure-notice.tsx'
import { ListSkeleton } from '../../ui/states/skeleton.tsx'
import type { QueuedGoal } from './queue.ts'
import { lastReportQuery } from './review-queries.ts'
import { texts } from './texts.ts'

type ReviewDetailProps = {
  goal: Pick<QueuedGoal, 'id'>
  onDone: () => void
  /** Undefined if there is no report to acknowledge. */
  onAcknowledge: (() => void) | undefined
  /** Whether a comment on the report is written below it. */
  isReplying: boolean
  /** After the comment was sent or canceled. */
  onReplied: () => void
}

/** The last report of a goal in full, and what can be done about it. */
export function ReviewDetail({
  goal: { id },
  onDone,
  onAcknowledge,
  isReplying,
  onReplied,
}: ReviewDetailProps) {
  const organization = useActiveOrganization()
  const whole = useQuery(goalQuery(organization.id, id))
  const report = useQuery(lastReportQuery(organization.id, id))
  const failed = [whole, report].find(({ error, data }) => error && data === undefined)
  if (failed) return <FailureNotice failure={failed.error} onRetry={() => void failed.refetch()} />
  if (!whole.data || report.data === undefined) return <ListSkeleton rows={2} label={texts.loadingReport} />
  const { goal } = whole.data
  const update = report.data
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5 text-sm text-ink-faint">
        <GoalState status={goal.status} health={goal.health} />
        {update && goal.revision > 1 && (
          <span>
            <Author entry={update} />, <Ago time={update.createdAt} />
          </span>
        )}
      </div>
      {update && goal.revision > 1 ? (
        <div className="max-w-3xl space-y-3 text-[0.9375rem]">
          <p className="font-serif text-xl leading-snug wrap-anywhere">
            <bdi>{update.summary}</bdi>
          </p>
          {update.details.trim() !== update.summary.trim() && <Markdown text={update.details} />}
          <Measurements goal={goal} update={update} />
          <Verdicts goal={goal} update={update} />
          <EvidenceList evidence={update.evidence} />
        </div>
      ) : (
        <p className="text-ink-soft">{texts.noReport}</p>
      )}
      <ConfirmPanel goal={goal} />
      {isReplying && (
        <CommentForm
          goalId={goal.id}
          revision={update && goal.revision > 1 ? update.revision : undefined}
          isFocused
          onDone={onReplied}
        />
      )}
      <div className="flex flex-wrap gap-2">
        {onAcknowledge && (
          <Button variant="primary" size="small" onClick={onAcknowledge}>
            {texts.acknowledge}
          </Button>
        )}
        <Button variant={onAcknowledge ? 'secondary' : 'primary'} size="small" onClick={onDone}>
          {texts.done}
        </Button>
        <Link to="/goals/$goalId" params={{ goalId: goal.id }} className={buttonClass({ size: 'small' })}>
          {texts.open}
        </Link>
        <AskForReport goal={goal} />
      </div>
    </div>
  )
}
