import type { GoalUpdate } from '@cairn/contract/schemas/goals/goal-history'
import type { Goal } from '@cairn/contract/schemas/goals/goals'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useActiveOrganization } from '../../../accounts/session/session.ts'
import { fill } from '../../../language/fill.tsx'
import { Markdown } from '../../../presentation/markdown/markdown.tsx'
import { Ago } from '../../../presentation/time/moment.tsx'
import { Button } from '../../../ui/button.tsx'
import { panelClass } from '../../../ui/page.tsx'
import { usePeople } from '../../data/people.ts'
import { goalHistoryQuery } from '../../data/queries.ts'
import { EvidenceList } from '../../evidence/evidence-list.tsx'
import { ConfirmPanel } from '../../review/confirm-panel.tsx'
import { DecideCriterion } from '../../review/deciding/deciding.tsx'
import { isReviewed, isUnconfirmed } from '../../review/reviewable.ts'
import { texts as reviewTexts } from '../../review/texts.ts'
import { VerdictMark } from '../badges.tsx'
import { texts } from './texts.ts'

/** A goal can have 100 criteria. If there are more than a few, they are collapsed, and a button shows the rest. */
const openByDefault = 6
const shownAtFirst = 12

type Criterion = Goal['criteria'][number]
type CriteriaProps = { goal: Goal; onRevealReport: (revision: number) => void }

export function Criteria({ goal, onRevealReport }: CriteriaProps) {
  const { id: goalId, criteria } = goal
  const organization = useActiveOrganization()
  const { data: history } = useQuery(goalHistoryQuery(organization.id, goalId))
  const [showsAll, setShowsAll] = useState(false)
  const list = useRef<HTMLOListElement>(null)
  if (criteria.length === 0) return null

  function showAll(): void {
    flushSync(() => setShowsAll(true))
    list.current?.children[shownAtFirst]?.querySelector('summary')?.focus()
  }

  const met = criteria.filter(({ verdict }) => verdict?.result === 'met').length
  const shown = showsAll ? criteria : criteria.slice(0, shownAtFirst)
  return (
    <section className={panelClass} aria-labelledby="criteria">
      <h2 id="criteria" className="font-serif text-lg font-semibold">
        {texts.criteria}
        <span className="ml-2 font-sans text-sm font-normal text-ink-faint">
          {texts.met(met, criteria.length)}
        </span>
      </h2>
      <ConfirmPanel goal={goal} />
      <ol ref={list} className="mt-3 divide-y divide-line">
        {[...shown.entries()].map(([index, criterion]) => (
          <li key={criterion.id} className="py-3">
            <details open={criteria.length <= openByDefault} className="group">
              <summary className="flex flex-wrap gap-x-2 gap-y-1 rounded font-medium sm:flex-nowrap">
                <span className="w-9 shrink-0 whitespace-nowrap text-ink-faint tabular-nums">
                  {index + 1}.
                </span>
                <span className="min-w-0 flex-1">{criterion.title}</span>
                <span className="order-last w-full pl-11 sm:order-none sm:w-auto sm:pl-0">
                  <VerdictMark result={criterion.verdict?.result ?? null} />
                </span>
                <ChevronDown
                  className="mt-1 size-4 shrink-0 text-ink-faint transition-transform group-open:rotate-180"
                  aria-hidden="true"
                />
              </summary>
              <div className="mt-1.5 pl-11 text-ink-soft">
                <Markdown text={criterion.description} />
                <DecideCriterion goal={goal} criterion={criterion} />
              </div>
            </details>
            <LatestVerdict
              criterion={criterion}
              isReviewed={isReviewed(goal)}
              update={history?.updates.find(({ revision }) => revision === criterion.verdict?.revision)}
              onRevealReport={onRevealReport}
            />
          </li>
        ))}
      </ol>
      {criteria.length > shown.length && (
        <Button size="small" className="mt-3" onClick={showAll}>
          {texts.allCriteria(criteria.length)}
        </Button>
      )}
    </section>
  )
}

type LatestVerdictProps = {
  criterion: Criterion
  /** Whether somebody is to confirm it. */
  isReviewed: boolean
  /** The report that judged it, once the history has loaded. */
  update: GoalUpdate | undefined
  onRevealReport: (revision: number) => void
}

/** The author and time of a verdict. The note and the evidence are one press away. */
function LatestVerdict({ criterion, isReviewed, update, onRevealReport }: LatestVerdictProps) {
  const { id, title, verdict, confirmedBy } = criterion
  const { nameOf } = usePeople()
  if (!verdict) return null
  const { note, evidence = [] } = update?.verdicts.find(({ criterionId }) => criterionId === id) ?? {}
  const pieces = [...evidence, ...(update?.evidence ?? [])]
  return (
    <div className="mt-1 pl-11 text-sm text-ink-faint">
      <p>
        {fill(texts.judged, {
          name: nameOf(verdict.authorityUserId),
          ago: <Ago time={verdict.asOf} />,
        })}
      </p>
      {confirmedBy && (
        <p className="text-good">
          {fill(reviewTexts.confirmedBy, {
            name: nameOf(confirmedBy.userId),
            ago: <Ago time={confirmedBy.at} />,
          })}
        </p>
      )}
      {isReviewed && isUnconfirmed(criterion) && <p className="text-warn">{reviewTexts.unconfirmed}</p>}
      {update && (
        <details className="mt-1">
          <summary className="w-fit rounded font-medium text-accent">
            {pieces.length === 0 ? texts.reportOf : texts.evidenceOf(pieces.length)}
            <span className="sr-only">: {title}</span>
          </summary>
          <div className="mt-2 space-y-2.5 rounded-lg bg-sunken px-4 py-3 text-ink-soft">
            {note !== undefined && <p className="text-[0.9375rem] whitespace-pre-wrap">{note}</p>}
            <EvidenceList evidence={pieces} />
            <p>
              {fill(texts.fromReport, { summary: update.summary })}{' '}
              <button
                type="button"
                className="min-h-6 rounded font-medium text-accent underline underline-offset-2"
                onClick={() => onRevealReport(update.revision)}
              >
                {texts.showInHistory}
              </button>
            </p>
          </div>
        </details>
      )}
    </div>
  )
}
