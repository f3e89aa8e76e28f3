import type { GoalSummary } from '@cairn/contract/schemas/goals/goals'
import { Link } from '@tanstack/react-router'
import { ArrowDown, BellRing, ListChecks, ListX } from 'lucide-react'
import type { ReactNode } from 'react'
import { fill } from '../../language/fill.tsx'
import { formatNumber } from '../../presentation/time/format.ts'
import { Ago } from '../../presentation/time/moment.tsx'
import { cn } from '../../ui/cn.ts'
import { ProgressBar } from '../../ui/states/progress-bar.tsx'
import { latestChangeOf } from '../data/latest-change.ts'
import { usePeople } from '../data/people.ts'
import { LabelDot } from '../labels/label-chip.tsx'
import { MatchLine } from '../match/match-line.tsx'
import { StateIcon } from '../pictures/badges.tsx'
import { hasStones, StonesOfGoal } from '../pictures/cairn/stones-of-goal.tsx'
import { Due } from '../pictures/due.tsx'
import { PersonAvatar } from '../pictures/person-avatar.tsx'
import { Working } from '../work/worker.tsx'
import { SelectBox } from './bulk/select-box.tsx'
import type { Selection } from './bulk/use-selection.ts'
import type { GoalsSearch, Order } from './goals-search.ts'
import { ReportButton } from './report/report-button.tsx'
import { texts } from './texts.ts'

/** The columns of a wide window. Fixed widths, so that rows align although the browser lays them out one by one. */
const columns =
  'xl:grid-cols-[1.25rem_minmax(0,1fr)_clamp(7.25rem,25vw_-_14rem,20rem)_3.75rem_7.25rem_6.5rem_6.75rem] xl:gap-x-3 xl:px-4 min-[110rem]:grid-cols-[1.25rem_minmax(0,1fr)_clamp(7.25rem,25vw_-_14rem,20rem)_3.75rem_8rem_8rem_9rem] min-[110rem]:gap-x-6'

/** Room for the button at the end of the row, which nothing else may be under. */
const forReportButton = 'lg:pr-12 xl:pr-12'

/** How a list is sorted. */
export type Sorting = {
  sort: GoalsSearch['sort']
  onSort: (sort: GoalsSearch['sort']) => void
}

/** The names of the columns. A click sorts by one, or no longer. Rows say the same to screen readers; keyboards sort by the field above. */
export function ColumnNames(sorting: Sorting) {
  const { goal, owner, cairn, progress, due, lastReport } = texts.columns
  return (
    <div
      aria-hidden="true"
      className={cn(
        'sticky top-(--banner-height,0px) z-20 hidden border-b border-line bg-surface py-2 text-xs font-medium text-ink-faint xl:grid',
        columns,
        forReportButton,
      )}
    >
      <SortedColumn name={goal} order="title" className="col-start-2" {...sorting} />
      <span>{owner}</span>
      <span>{cairn}</span>
      <SortedColumn name={progress} order="progress" {...sorting} />
      <SortedColumn name={due} order="due" {...sorting} />
      <SortedColumn name={lastReport} order="reported" {...sorting} />
    </div>
  )
}

type SortedColumnProps = Sorting & { name: string; order: Order; className?: string }

function SortedColumn({ name, order, sort, onSort, className }: SortedColumnProps) {
  const isSorted = sort === order
  return (
    <span className={className}>
      <button
        type="button"
        tabIndex={-1}
        title={`${texts.sortBy}: ${texts.orders[order]}`}
        className={cn(
          '-mx-1 inline-flex items-center gap-1 rounded px-1 hover:bg-sunken hover:text-ink',
          isSorted && 'text-accent',
        )}
        onClick={() => onSort(isSorted ? undefined : order)}
      >
        {name}
        {isSorted && <ArrowDown className="size-3" />}
      </button>
    </span>
  )
}

/** Actions in the list that need no goal page. */
export type RowActions = {
  selection: Selection
  onReport: (goal: GoalSummary) => void
  /** The words that were searched for. */
  q?: string | undefined
}

type GoalLineProps = RowActions & { goal: GoalSummary }

/** A goal in one row on a laptop, in which a long title or name takes up to three lines. All of it is clickable, but the link's name is only the title. */
export function GoalLine({ goal, q, selection, onReport }: GoalLineProps) {
  const { lastReport } = goal
  return (
    <li
      className={cn(
        'group/line line-lazy-96 relative max-sm:line-lazy-80 grid min-h-11 grid-cols-[1.25rem_minmax(0,1fr)] items-center gap-x-3 gap-y-1.5 border-b border-line px-3.5 py-3 text-[0.9375rem] last:border-b-0 max-sm:gap-y-0.5 max-sm:py-2 max-sm:leading-snug hover:bg-sunken xl:line-lazy-31 xl:py-1.5',
        columns,
        forReportButton,
      )}
    >
      <SelectBox goal={goal} selection={selection}>
        <StateIcon status={goal.status} health={goal.health} />
      </SelectBox>
      <div className="min-w-0">
        <div className="flex min-w-0 items-baseline gap-x-3">
          <Link
            to="/goals/$goalId"
            params={{ goalId: goal.id }}
            data-row
            title={goal.title}
            className="min-w-0 font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
          >
            <bdi className="line-clamp-3 wrap-anywhere">{goal.title}</bdi>
          </Link>
          {lastReport && (
            <p className="text-sm text-ink-faint max-[110rem]:sr-only min-[110rem]:min-w-0 min-[110rem]:flex-1 min-[110rem]:basis-0 min-[110rem]:truncate">
              <span className="sr-only">{texts.line.lastReport}</span>
              {lastReport.summary}
            </p>
          )}
          <Labels goal={goal} />
        </div>
        {q !== undefined && (
          <MatchLine match={goal.match} q={q} className="mt-0.5 line-clamp-2 print:line-clamp-none" />
        )}
      </div>
      <div className="col-start-2 flex flex-wrap items-center gap-x-3.5 gap-y-1 max-sm:gap-x-3 xl:contents">
        <span className="contents min-w-0 xl:flex xl:flex-col">
          <Owner userId={goal.ownerUserId} />
          <Working claim={goal.claim} className="max-xl:order-1 max-sm:grow max-sm:basis-14" />
        </span>
        <StonesOfGoal
          goal={goal}
          className={cn(
            'max-xl:order-3 max-xl:ml-auto max-xl:shrink-0',
            !hasStones(goal) && 'invisible max-xl:hidden',
          )}
        />
        <Standing goal={goal} />
        <Due goal={goal} />
        <LastReport goal={goal} />
      </div>
      <ReportButton goal={goal} onReport={onReport} />
    </li>
  )
}

/** So that a goal with many labels keeps its title. */
const shownLabels = 3

/** Points on a laptop, where names would take the place of titles; names where there is room. Screen readers get all of them. */
function Labels({ goal: { labels } }: { goal: GoalSummary }) {
  if (labels.length === 0) return null
  const others = labels.slice(shownLabels)
  return (
    <ul
      aria-label={texts.line.labels}
      className="ml-auto flex shrink-0 gap-1 self-center min-[110rem]:gap-2.5"
    >
      {labels.slice(0, shownLabels).map(({ id, name, color }) => (
        <li key={id} title={name} className="relative z-10 flex items-center gap-1.5 text-xs text-ink-faint">
          <LabelDot color={color} />
          <bdi className="max-[110rem]:sr-only min-[110rem]:max-w-28 min-[110rem]:truncate">{name}</bdi>
        </li>
      ))}
      {others.map(({ id, name }) => (
        <li key={id} className="sr-only">
          {name}
        </li>
      ))}
      {others.length > 0 && (
        <li
          aria-hidden="true"
          title={others.map(({ name }) => name).join(', ')}
          className="relative z-10 text-xs text-ink-faint tabular-nums"
        >
          +{formatNumber(others.length)}
        </li>
      )}
    </ul>
  )
}

const factClass = 'min-w-0 text-sm'
const calmClass = 'text-ink-faint'

function Owner({ userId }: { userId: string | null }) {
  const { nameOf } = usePeople()
  const name = nameOf(userId)
  return (
    <span
      title={name}
      className={cn(
        factClass,
        calmClass,
        'relative z-10 flex items-start gap-1.5 max-xl:order-1 max-sm:grow max-sm:basis-14',
      )}
    >
      {userId !== null && <PersonAvatar userId={userId} />}
      <span className="line-clamp-3 wrap-anywhere max-sm:line-clamp-1">
        <span className="sr-only">{texts.line.owner}</span>
        {name}
      </span>
    </span>
  )
}

/** The progress of the measures; without any, how many criteria are met. */
function Standing({ goal }: { goal: GoalSummary }) {
  const { progress, criteriaCount, criteriaMetCount, attention } = goal
  const isUrgent = attention.includes('criteria_not_met')
  const Icon = isUrgent ? ListX : ListChecks
  return (
    <span
      className={cn(
        factClass,
        calmClass,
        'flex shrink-0 items-center gap-2 empty:hidden xl:empty:flex',
        // A phone has one line for facts.
        progress === null && !isUrgent && 'max-sm:sr-only',
      )}
    >
      {progress !== null && <ProgressBar share={progress} />}
      {criteriaCount > 0 && (
        <span
          className={cn(
            progress === null ? 'inline-flex items-center gap-1.5' : 'sr-only',
            isUrgent && 'font-medium text-warn',
          )}
        >
          <Icon className="size-4 shrink-0" aria-hidden="true" />
          <span aria-hidden="true" className="tabular-nums">
            {formatNumber(criteriaMetCount)}/{formatNumber(criteriaCount)}
          </span>
          <span className="sr-only">
            {texts.line.criteriaMet(criteriaMetCount, criteriaCount)}
            {isUrgent && texts.line.isJudgedNotMet}
          </span>
        </span>
      )}
    </span>
  )
}

/** The time of the last report, if there is one, and whether the next report is late. */
function LastReport({ goal }: { goal: GoalSummary }) {
  const { lastReport, createdAt, nextReportDueAt, attention } = goal
  const isLate = nextReportDueAt !== null && attention.includes('report_late')
  const latest = latestChangeOf(goal)
  const { line } = texts
  if (isLate) {
    return (
      <span
        className={cn(factClass, 'inline-flex items-center gap-1.5 font-medium text-warn max-xl:order-2')}
      >
        <BellRing className="size-4 shrink-0" aria-hidden="true" />
        <Sentence text={line.reportWasDue} time={nextReportDueAt} />
      </span>
    )
  }
  return (
    <span
      title={lastReport?.summary}
      className={cn(factClass, calmClass, 'relative z-10 max-xl:order-2 max-sm:sr-only xl:truncate')}
    >
      {lastReport ? (
        <Sentence text={line.reported} time={lastReport.createdAt} />
      ) : (
        <>
          {line.neverReported}
          <span className="xl:sr-only">{fill(line.published, { ago: <Ago time={createdAt} /> })}</span>
        </>
      )}
      <span className="sr-only">
        {latest.kind === 'edited' && fill(line.edited, { ago: <Ago time={latest.at} /> })}
        {nextReportDueAt !== null && fill(line.reportDue, { ago: <Ago time={nextReportDueAt} /> })}
      </span>
    </span>
  )
}

/** On a laptop, only the time is visible: the column's name says the rest. */
function Sentence({ text, time }: { text: string; time: string }) {
  const [before = '', after = ''] = text.split('{ago}')
  const hidden = (words: string): ReactNode => words && <span className="xl:sr-only">{words}</span>
  return (
    <span className="min-w-0 truncate">
      {hidden(before)}
      <Ago time={time} />
      {hidden(after)}
    </span>
  )
}
