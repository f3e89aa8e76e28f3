import type { Goal } from '@cairn/contract/schemas/goals/goals'
import { useQuery } from '@tanstack/react-query'
import { Flag, Pencil, Trash2 } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useActiveOrganization } from '../../accounts/session/session.ts'
import { useOnDemand } from '../../app/hooks/use-on-demand.ts'
import { whenOnline } from '../../app/hooks/when-online.ts'
import { FailureBoundary } from '../../app/page-states.tsx'
import { useHold } from '../../data/live/hold.ts'
import { Markdown, markdownRendererQuery } from '../../presentation/markdown/markdown.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/page.tsx'
import { FailureNotice } from '../../ui/states/failure-notice.tsx'
import { Notice } from '../../ui/states/notice.tsx'
import { TextSkeleton } from '../../ui/states/skeleton.tsx'
import { AskForReport } from '../asking/ask-for-report.tsx'
import { ContinueGoal, ContinueSuggestion } from '../continuing/continue-goal.tsx'
import { useMayWrite } from '../data/authority.ts'
import { SaveAsTemplate } from '../editing/templates/saving/save-as-template.tsx'
import { FactsLine } from '../facts/facts-line.tsx'
import { Title } from '../facts/title.tsx'
import { useChangeFact } from '../facts/use-change-fact.ts'
import { Criteria } from '../pictures/progress/criteria.tsx'
import { Measures } from '../pictures/progress/measures.tsx'
import { DraftNotice } from '../report/draft/draft-notice.tsx'
import { HandoffNote } from '../work/handoff-note.tsx'
import { hasUsage } from '../work/has-usage.ts'
import { ClosedQuestions, OpenQuestions } from '../work/questions/goal-questions.tsx'
import { Working } from '../work/worker.tsx'
import { AttentionNotice, outcomeOf } from './attention.tsx'
import { GoalAreas } from './goal-areas.tsx'
import { LatestReport } from './latest-report.tsx'
import { OverTime } from './over-time.tsx'
import { texts } from './texts.ts'
import { AncestorPath } from './together/ancestor-path.tsx'
import { NotReady } from './together/not-ready.tsx'
import { RollupPanel } from './together/rollup-panel.tsx'
import { SubGoals } from './together/sub-goals.tsx'
import { waitingGoalsQuery } from './together/together-queries.ts'
import { Waits } from './together/waits.tsx'

/** Says plainly whether a completed goal met its criteria. */
function Outcome({ goal: { status, criteria } }: { goal: Goal }) {
  const outcome = status === 'completed' ? outcomeOf(criteria) : null
  if (!outcome) return null
  return (
    <Notice tone={outcome.isMet ? 'good' : 'warn'} live={false}>
      {outcome.sentence}
    </Notice>
  )
}

// Most goals are of people alone.
const ClaimPanel = lazy(
  whenOnline(async () => ({ default: (await import('../work/claim-panel.tsx')).ClaimPanel })),
)
// The page is there before anybody writes.
const Conversation = lazy(
  whenOnline(async () => ({ default: (await import('../conversation/conversation.tsx')).Conversation })),
)
const Continuations = lazy(
  whenOnline(async () => ({ default: (await import('../continuing/continuations.tsx')).Continuations })),
)
const UsedPanel = lazy(
  whenOnline(async () => ({ default: (await import('../work/used-panel.tsx')).UsedPanel })),
)

type Activity = 'none' | 'editing' | 'reporting' | 'quick' | 'deleting'

// The forms are half of the page's script, but most visits only read.
const loadEditing = async () => (await import('./edit-goal-form.tsx')).EditGoalForm
const loadReporting = async () => (await import('../report/report-dialog.tsx')).ReportDialog
const loadQuick = async () => (await import('../report/quick-report.tsx')).QuickReport
const loadDeleting = async () => (await import('./delete-goal-dialog.tsx')).DeleteGoalDialog

type GoalCardProps = {
  goal: Goal
  /** The id of the question that the address names. */
  linkedQuestion: string | undefined
  /** The id of the comment that the address names. */
  linkedComment: string | undefined
  onRevealReport: (revision: number) => void
  /** The history. */
  children: ReactNode
}

export function GoalCard({ goal, linkedQuestion, linkedComment, onRevealReport, children }: GoalCardProps) {
  const mayWrite = useMayWrite(goal)
  const organization = useActiveOrganization()
  // Markdown appears together with everything below it, so that nothing moves.
  const waiting = useQuery(waitingGoalsQuery(organization.id, goal.id))
  const isWhole = !useQuery(markdownRendererQuery).isPending && !waiting.isLoading
  const hasWaits = goal.blockedBy.length > 0 || (waiting.data?.goals.length ?? 0) > 0
  const [activity, setActivity] = useState<Activity>('none')
  const editing = useOnDemand(loadEditing)
  const reporting = useOnDemand(loadReporting)
  const quick = useOnDemand(loadQuick)
  const deleting = useOnDemand(loadDeleting)
  const stop = () => setActivity('none')
  const editButton = useRef<HTMLButtonElement>(null)
  const quickButton = useRef<HTMLButtonElement>(null)
  const openForm = () => void editing.open(() => setActivity('editing'))
  const changeFact = useChangeFact(goal, openForm)
  useHold(activity !== 'none')

  /** Returns to the button that opened the form, at the top of the page. */
  function stopEditing(): void {
    flushSync(stop)
    scrollTo({ top: 0 })
    editButton.current?.focus()
  }

  function stopQuick(): void {
    flushSync(stop)
    quickButton.current?.focus()
  }

  const { part: EditGoalForm } = editing
  const { part: ReportDialog } = reporting
  const { part: QuickReport } = quick
  const { part: DeleteGoalDialog } = deleting
  const openReport = () => void reporting.open(() => setActivity('reporting'))
  if (activity === 'editing' && EditGoalForm) {
    return (
      <div className="space-y-10">
        <EditGoalForm goal={goal} onDone={stopEditing} />
        {children}
      </div>
    )
  }
  return (
    <article className="space-y-6">
      <header className="space-y-3">
        <AncestorPath goal={goal} />
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
          <div className="min-w-0 flex-1 basis-80">
            <Title
              title={goal.title}
              isEditable={mayWrite}
              onChange={(title) => changeFact('title', title)}
            />
          </div>
          <div className="flex flex-wrap gap-2 print:hidden">
            <AskForReport goal={goal} />
            {mayWrite && (
              <>
                <Button
                  variant="primary"
                  onPointerEnter={reporting.preload}
                  onFocus={reporting.preload}
                  onClick={openReport}
                  data-shortcut="r"
                >
                  <Flag className="size-4" aria-hidden="true" />
                  {texts.report}
                </Button>
                <Button
                  ref={editButton}
                  onPointerEnter={editing.preload}
                  onFocus={editing.preload}
                  onClick={openForm}
                  data-shortcut="e"
                >
                  <Pencil className="size-4" aria-hidden="true" />
                  {texts.edit}
                </Button>
                <Button
                  variant="quiet"
                  onPointerEnter={deleting.preload}
                  onFocus={deleting.preload}
                  onClick={() => void deleting.open(() => setActivity('deleting'))}
                >
                  <Trash2 className="size-4" aria-hidden="true" />
                  <span className="max-sm:sr-only">{texts.delete}</span>
                </Button>
              </>
            )}
          </div>
        </div>
        <FactsLine goal={goal} onChange={changeFact} />
        {!mayWrite && <p className="text-sm text-ink-faint">{texts.readOnly}</p>}
        <NotReady goal={goal} />
        {goal.claim && (
          <FailureBoundary fallback={<Working claim={goal.claim} />}>
            <Suspense fallback={<Working claim={goal.claim} />}>
              <ClaimPanel goal={goal} claim={goal.claim} />
            </Suspense>
          </FailureBoundary>
        )}
        <Outcome goal={goal} />
        <AttentionNotice goal={goal} />
        {mayWrite && activity === 'none' && <DraftNotice goalId={goal.id} onContinue={openReport} />}
        {isContinued(goal) && (
          <FailureBoundary fallback={null}>
            <Suspense fallback={null}>
              <Continuations goal={goal} />
            </Suspense>
          </FailureBoundary>
        )}
        <ContinueSuggestion goal={goal} />
        <FailureNotice failure={reporting.failure ?? editing.failure ?? deleting.failure} />
      </header>
      <GoalAreas
        side={
          hasSide(goal) && (
            <Whole isThere={isWhole}>
              <RollupPanel goal={goal} />
              <Criteria goal={goal} onRevealReport={onRevealReport} />
              <Measures goal={goal} onRevealReport={onRevealReport} />
              {hasUsage(goal) && (
                <FailureBoundary fallback={null}>
                  <Suspense fallback={<TextSkeleton />}>
                    <UsedPanel goal={goal} />
                  </Suspense>
                </FailureBoundary>
              )}
            </Whole>
          )
        }
        chart={
          (goal.revision > 1 || hasWaits) && (
            <Whole isThere={isWhole}>
              <div className="space-y-6">
                {goal.revision > 1 && <OverTime goal={goal} onRevealReport={onRevealReport} />}
                <Waits goal={goal} onChange={changeFact} />
              </div>
            </Whole>
          )
        }
        history={isWhole && children}
      >
        <OpenQuestions goal={goal} linked={linkedQuestion} />
        <HandoffNote goal={goal} />
        <LatestReport goal={goal} onRevealReport={onRevealReport}>
          {mayWrite &&
            (activity === 'quick' && QuickReport ? (
              <QuickReport goal={goal} onClose={stopQuick} onMore={openReport} />
            ) : (
              <Button
                ref={quickButton}
                size="small"
                onPointerEnter={quick.preload}
                onFocus={quick.preload}
                onClick={() => void quick.open(() => setActivity('quick'))}
                data-shortcut="u"
              >
                {texts.quick}
              </Button>
            ))}
        </LatestReport>
        <FailureNotice failure={quick.failure} />
        {isWhole && <SubGoals goal={goal} />}
        <div className="flex flex-wrap gap-2">
          <ContinueGoal goal={goal} />
          <SaveAsTemplate goal={goal} />
        </div>
        <Card>
          <h2 className="sr-only">{texts.description}</h2>
          <Markdown text={goal.detailedDescription} />
        </Card>
        {isWhole && <ClosedQuestions goal={goal} linked={linkedQuestion} />}
        {isWhole && (
          <FailureBoundary fallback={<Notice tone="warn">{texts.commentsNotLoaded}</Notice>}>
            <Suspense fallback={<TextSkeleton />}>
              <Conversation goalId={goal.id} linked={linkedComment} onRevealReport={onRevealReport} />
            </Suspense>
          </FailureBoundary>
        )}
      </GoalAreas>
      {ReportDialog && activity === 'reporting' && <ReportDialog goal={goal} onClose={stop} />}
      {DeleteGoalDialog && <DeleteGoalDialog goal={goal} open={activity === 'deleting'} onClose={stop} />}
    </article>
  )
}

const isContinued = ({ continuedFromGoalId: from = null, continuedByGoalIds: by = [] }: Goal): boolean =>
  from !== null || by.length > 0

const hasSide = (goal: Goal): boolean =>
  goal.criteria.length > 0 || goal.measures.length > 0 || goal.rollup !== null || hasUsage(goal)

function Whole({ isThere, children }: { isThere: boolean; children: ReactNode }) {
  return isThere ? children : <TextSkeleton />
}
