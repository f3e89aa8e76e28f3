import type { Goal } from '@cairn/contract/schemas/goals'
import { Flag, Pencil, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useOnDemand } from '../../app/use-on-demand.ts'
import { LabelChip } from '../../labels/label-chip.tsx'
import { useHold } from '../../live/hold.ts'
import { Markdown } from '../../markdown/markdown.tsx'
import { formatDateTime } from '../../time/format.ts'
import { Day } from '../../time/moment.tsx'
import { Button } from '../../ui/button.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { FailureNotice } from '../../ui/failure-notice.tsx'
import { Card, PageTitle } from '../../ui/page.tsx'
import { useMayWrite } from '../authority.ts'
import { GoalState } from '../badges.tsx'
import { GoalCairn } from '../cairn/goal-cairn.tsx'
import { Timeframe } from '../deadline.tsx'
import { describeCadence, evaluationNames, pausedSendsNothing } from '../display-names.ts'
import { usePeople } from '../people.ts'
import { AttentionNotice } from './attention-notice.tsx'
import { Criteria } from './criteria.tsx'
import { Measures } from './measures.tsx'
import { Outcome } from './outcome.tsx'

type Activity = 'none' | 'editing' | 'reporting' | 'deleting'

// The forms are half of the page's script, but most visits only read.
const loadEditing = async () => (await import('./edit-goal-form.tsx')).EditGoalForm
const loadReporting = async () => (await import('../report/report-dialog.tsx')).ReportDialog
const loadDeleting = async () => (await import('./delete-goal-dialog.tsx')).DeleteGoalDialog

type GoalCardProps = { goal: Goal; onRevealReport: (revision: number) => void }

export function GoalCard({ goal, onRevealReport }: GoalCardProps) {
  const mayWrite = useMayWrite(goal)
  const [activity, setActivity] = useState<Activity>('none')
  const editing = useOnDemand(loadEditing)
  const reporting = useOnDemand(loadReporting)
  const deleting = useOnDemand(loadDeleting)
  const stop = () => setActivity('none')
  const editButton = useRef<HTMLButtonElement>(null)
  useHold(activity !== 'none')

  /** Returns to the button that opened the form, at the top of the page. */
  function stopEditing(): void {
    flushSync(stop)
    scrollTo({ top: 0 })
    editButton.current?.focus()
  }

  const { part: EditGoalForm } = editing
  const { part: ReportDialog } = reporting
  const { part: DeleteGoalDialog } = deleting
  if (activity === 'editing' && EditGoalForm) return <EditGoalForm goal={goal} onDone={stopEditing} />
  return (
    <article className="space-y-7">
      <header className="space-y-4">
        <PageTitle title={goal.title} className="max-w-3xl">
          {goal.title}
        </PageTitle>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <GoalState status={goal.status} health={goal.health} />
          {goal.status === 'paused' && <p className="text-sm text-ink-faint">{pausedSendsNothing}</p>}
        </div>
        <Outcome goal={goal} />
        <AttentionNotice goal={goal} />
        {mayWrite ? (
          <div className="flex flex-wrap gap-3 pt-1">
            <Button
              variant="primary"
              onPointerEnter={reporting.preload}
              onFocus={reporting.preload}
              onClick={() => void reporting.open(() => setActivity('reporting'))}
            >
              <Flag className="size-4" aria-hidden="true" />
              Report
            </Button>
            <Button
              ref={editButton}
              onPointerEnter={editing.preload}
              onFocus={editing.preload}
              onClick={() => void editing.open(() => setActivity('editing'))}
            >
              <Pencil className="size-4" aria-hidden="true" />
              Edit
            </Button>
            <Button
              variant="quiet"
              onPointerEnter={deleting.preload}
              onFocus={deleting.preload}
              onClick={() => void deleting.open(() => setActivity('deleting'))}
            >
              <Trash2 className="size-4" aria-hidden="true" />
              Delete
            </Button>
          </div>
        ) : (
          <p className="text-sm text-ink-faint">
            Only the owner of this goal and admins of the organization can report on it.
          </p>
        )}
        <FailureNotice failure={reporting.failure ?? editing.failure ?? deleting.failure} />
      </header>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <Card>
          <h2 className="sr-only">Description</h2>
          <Markdown text={goal.detailedDescription} />
          <Criteria goal={goal} onRevealReport={onRevealReport} />
          <Measures goal={goal} />
        </Card>
        <div>
          <GoalCairn goal={goal} />
          <GoalFacts goal={goal} />
        </div>
      </div>
      {ReportDialog && activity === 'reporting' && <ReportDialog goal={goal} onClose={stop} />}
      {DeleteGoalDialog && <DeleteGoalDialog goal={goal} open={activity === 'deleting'} onClose={stop} />}
    </article>
  )
}

function GoalFacts({ goal }: { goal: Goal }) {
  const { nameOf } = usePeople()
  const { currentEvaluation: evaluation, labels } = goal
  return (
    <aside aria-label="Facts" className="h-fit rounded-2xl border border-line px-5 py-2">
      <Facts>
        <Fact term="Owner">{nameOf(goal.ownerUserId)}</Fact>
        <Fact term="Timeframe">
          {goal.timeframe.kind === 'unspecified' ? 'Not set' : <Timeframe goal={goal} />}
        </Fact>
        {goal.cadence && (
          <Fact term="Reporting">
            {describeCadence(goal.cadence)}
            {goal.nextReportDueAt && (
              <>
                . Next report due <Day time={goal.nextReportDueAt} />
              </>
            )}
          </Fact>
        )}
        <Fact term="Evaluation">
          {evaluation ? (
            <>
              {evaluationNames[evaluation.result]}, as of <Day time={evaluation.asOf} />
            </>
          ) : (
            'None yet'
          )}
        </Fact>
        <Fact term="Labels">
          {labels.length > 0 ? (
            <ul className="flex flex-wrap gap-1.5 pt-0.5">
              {labels.map((label) => (
                <li key={label.id} className="flex min-w-0">
                  <LabelChip label={label} />
                </li>
              ))}
            </ul>
          ) : (
            'None'
          )}
        </Fact>
        <Fact term="Published">
          <Day time={goal.createdAt} /> by {nameOf(goal.createdByUserId)}
        </Fact>
        <Fact term="Last changed">
          <time dateTime={goal.updatedAt}>{formatDateTime(goal.updatedAt)}</time> by{' '}
          {nameOf(goal.updatedByUserId)}
        </Fact>
        <Fact term="Revision">{goal.revision}</Fact>
      </Facts>
    </aside>
  )
}
