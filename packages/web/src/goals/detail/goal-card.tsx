import type { Goal } from '@cairn/contract/schemas/goals/goals'
import { useQuery } from '@tanstack/react-query'
import { Flag, Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useActiveOrganization } from '../../accounts/session/session.ts'
import { useOnDemand } from '../../app/hooks/use-on-demand.ts'
import { useHold } from '../../data/live/hold.ts'
import { Markdown, markdownRendererQuery } from '../../presentation/markdown/markdown.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/page.tsx'
import { FailureNotice } from '../../ui/states/failure-notice.tsx'
import { Notice } from '../../ui/states/notice.tsx'
import { TextSkeleton } from '../../ui/states/skeleton.tsx'
import { useMayWrite } from '../data/authority.ts'
import { FactsLine } from '../facts/facts-line.tsx'
import { Title } from '../facts/title.tsx'
import { useChangeFact } from '../facts/use-change-fact.ts'
import { Criteria } from '../pictures/progress/criteria.tsx'
import { Measures } from '../pictures/progress/measures.tsx'
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

type Activity = 'none' | 'editing' | 'reporting' | 'quick' | 'deleting'

// The forms are half of the page's script, but most visits only read.
const loadEditing = async () => (await import('./edit-goal-form.tsx')).EditGoalForm
const loadReporting = async () => (await import('../report/report-dialog.tsx')).ReportDialog
const loadQuick = async () => (await import('../report/quick-report.tsx')).QuickReport
const loadDeleting = async () => (await import('./delete-goal-dialog.tsx')).DeleteGoalDialog

type GoalCardProps = {
  goal: Goal
  onRevealReport: (revision: number) => void
  /** The history. */
  children: ReactNode
}

export function GoalCard({ goal, onRevealReport, children }: GoalCardProps) {
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
          {mayWrite && (
            <div className="flex flex-wrap gap-2">
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
            </div>
          )}
        </div>
        <FactsLine goal={goal} onChange={changeFact} />
        {!mayWrite && <p className="text-sm text-ink-faint">{texts.readOnly}</p>}
        <NotReady goal={goal} />
        <Outcome goal={goal} />
        <AttentionNotice goal={goal} />
        <FailureNotice failure={reporting.failure ?? editing.failure ?? deleting.failure} />
      </header>
      <GoalAreas
        side={
          (goal.criteria.length > 0 || goal.measures.length > 0 || goal.rollup !== null) && (
            <Whole isThere={isWhole}>
              <RollupPanel goal={goal} />
              <Criteria goal={goal} onRevealReport={onRevealReport} />
              <Measures goal={goal} onRevealReport={onRevealReport} />
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
        <Card>
          <h2 className="sr-only">{texts.description}</h2>
          <Markdown text={goal.detailedDescription} />
        </Card>
      </GoalAreas>
      {ReportDialog && activity === 'reporting' && <ReportDialog goal={goal} onClose={stop} />}
      {DeleteGoalDialog && <DeleteGoalDialog goal={goal} open={activity === 'deleting'} onClose={stop} />}
    </article>
  )
}

function Whole({ isThere, children }: { isThere: boolean; children: ReactNode }) {
  return isThere ? children : <TextSkeleton />
}
