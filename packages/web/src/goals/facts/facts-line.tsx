import type { Goal } from '@cairn/contract/schemas/goals/goals'
import { BellRing, CalendarDays, Tag, UserRound } from 'lucide-react'
import { lazy } from 'react'
import { useActiveOrganization } from '../../accounts/session/session.ts'
import { whenOnline } from '../../app/hooks/when-online.ts'
import { fill } from '../../language/fill.tsx'
import { formatDateTime } from '../../presentation/time/format.ts'
import { Day } from '../../presentation/time/moment.tsx'
import { useMayWrite } from '../data/authority.ts'
import { describeCadence, evaluationNames } from '../data/display-names.ts'
import { usePeople } from '../data/people.ts'
import { LabelChip } from '../labels/label-chip.tsx'
import { Timeframe } from '../pictures/deadline.tsx'
import { texts as goalTexts } from '../texts.ts'
import { FactButton } from './fact-button.tsx'
import type { Fact } from './pending-facts.ts'
import { texts } from './texts.ts'
import type { ChangeFact } from './use-change-fact.ts'

const loadEditors = whenOnline(() => import('./fact-editors.tsx'))
const FactEditor = lazy(async () => ({ default: (await loadEditors()).FactEditor }))
const preload = () => void loadEditors().catch(() => undefined)

const shownLabels = 4

/** Who, until when, how often, and where it belongs, in one line. Those who may change the goal change each at its place. */
export function FactsLine({ goal, onChange }: { goal: Goal; onChange: ChangeFact }) {
  const mayWrite = useMayWrite(goal)
  const { canAdminister } = useActiveOrganization()
  const { nameOf } = usePeople()
  const { labels, cadence } = goal

  const editorOf = (fact: Exclude<Fact, 'title'>) => (close: () => void) => (
    <FactEditor fact={fact} goal={goal} onChange={onChange} onClose={close} />
  )
  const common = { isEditable: mayWrite, onPreload: preload }
  return (
    <aside aria-label={texts.facts} className="space-y-1 text-[0.9375rem] text-ink-soft">
      <div className="-mx-2 flex flex-wrap items-center gap-x-1">
        {/* Only admins may choose an owner. */}
        <FactButton
          {...common}
          name={texts.names.ownerUserId}
          shortcut={{ keys: 'o', name: texts.change.ownerUserId }}
          icon={UserRound}
          isEditable={canAdminister}
          value={<span className="wrap-anywhere">{nameOf(goal.ownerUserId)}</span>}
        >
          {editorOf('ownerUserId')}
        </FactButton>
        <FactButton
          {...common}
          name={texts.names.timeframe}
          shortcut={{ keys: 'd', name: texts.change.timeframe }}
          icon={CalendarDays}
          value={
            goal.timeframe.kind === 'unspecified' ? (
              texts.noTimeframe
            ) : (
              <Timeframe goal={goal} hasIcon={false} />
            )
          }
        >
          {editorOf('timeframe')}
        </FactButton>
        <FactButton
          {...common}
          name={texts.names.cadence}
          shortcut={{ keys: 'p', name: texts.change.cadence }}
          icon={BellRing}
          value={cadence ? describeCadence(cadence) : texts.noCadence}
        >
          {editorOf('cadence')}
        </FactButton>
        <FactButton
          {...common}
          name={texts.names.labels}
          shortcut={{ keys: 'l', name: texts.change.labels }}
          icon={Tag}
          value={
            labels.length === 0 ? (
              texts.noLabels
            ) : (
              <span className="flex min-w-0 flex-wrap items-center gap-1.5">
                {labels.slice(0, shownLabels).map((label) => (
                  <LabelChip key={label.id} label={label} />
                ))}
                {labels.length > shownLabels && texts.more(labels.length - shownLabels)}
              </span>
            )
          }
        >
          {editorOf('labels')}
        </FactButton>
      </div>
      <Record goal={goal} />
    </aside>
  )
}

/** What nobody edits: when the goal was published and changed, and its last evaluation. */
function Record({ goal }: { goal: Goal }) {
  const { nameOf } = usePeople()
  const { currentEvaluation: evaluation, nextReportDueAt } = goal
  return (
    <p className="flex flex-wrap gap-x-2 text-sm text-ink-faint">
      {nextReportDueAt && <span>{fill(texts.nextReport, { date: <Day time={nextReportDueAt} /> })}</span>}
      {evaluation && (
        <span>
          {fill(texts.evaluation(evaluationNames[evaluation.result]), {
            date: <Day time={evaluation.asOf} />,
          })}
        </span>
      )}
      {goal.status === 'paused' && <span>{goalTexts.pausedSendsNothing}</span>}
      <span>
        {fill(texts.published, { date: <Day time={goal.createdAt} />, name: nameOf(goal.createdByUserId) })}
      </span>
      {goal.version > 1 && (
        <span>
          {fill(texts.lastChanged(formatDateTime(goal.updatedAt)), { name: nameOf(goal.updatedByUserId) })}
        </span>
      )}
      <span>{texts.revision(goal.revision)}</span>
    </p>
  )
}
