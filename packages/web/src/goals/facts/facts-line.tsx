import type { Goal } from '@cairn/contract/schemas/goals/goals'
import {
  BellRing,
  CalendarDays,
  Hourglass,
  ListTree,
  type LucideIcon,
  Tag,
  UserRound,
  UserRoundCheck,
} from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useActiveOrganization } from '../../accounts/session/session.ts'
import { whenOnline } from '../../app/hooks/when-online.ts'
import { FailureBoundary } from '../../app/page-states.tsx'
import { useHold } from '../../data/live/hold.ts'
import { fill } from '../../language/fill.tsx'
import { formatDateTime } from '../../presentation/time/format.ts'
import { Day } from '../../presentation/time/moment.tsx'
import { cn } from '../../ui/cn.ts'
import { leaveTakenFocus } from '../../ui/dialogs/keep-focus.ts'
import { NoTrigger } from '../../ui/dialogs/menu.tsx'
import { useOverlays } from '../../ui/dialogs/overlays.ts'
import { TextSkeleton } from '../../ui/states/skeleton.tsx'
import { useMayWrite } from '../data/authority.ts'
import { describeCadence, evaluationNames, verificationNames } from '../data/display-names.ts'
import { isOpen } from '../data/is-open.ts'
import { usePeople } from '../data/people.ts'
import { LabelChip } from '../labels/label-chip.tsx'
import { Timeframe } from '../pictures/deadline.tsx'
import { PersonAvatar } from '../pictures/person-avatar.tsx'
import { texts as goalTexts } from '../texts.ts'
import type { Fact } from './pending-facts.ts'
import { texts } from './texts.ts'
import type { ChangeFact } from './use-change-fact.ts'

type FactButtonProps = {
  name: string
  shortcut: { keys: string; name: string }
  icon: LucideIcon
  /** Instead of the icon. */
  picture?: ReactNode
  /** Whether the person may change it. Otherwise, it is only shown. */
  isEditable: boolean
  onPreload: () => void
  /** The content of the button. */
  value: ReactNode
  children: (close: () => void) => ReactNode
}

const factClass =
  'on-paper inline-flex min-h-10 max-w-full min-w-0 items-center gap-1.5 px-2 text-left sm:min-h-8'

/** A fact in the line of facts. A press opens its editor at its place; Escape closes that and changes nothing. */
function FactButton(props: FactButtonProps) {
  const { name, shortcut, icon: Icon, picture, isEditable, onPreload, value, children } = props
  const [isOpen, setIsOpen] = useState(false)
  useHold(isOpen)
  const overlays = useOverlays()
  const shown = (
    <>
      {picture ?? <Icon className="size-4 shrink-0 text-ink-faint" aria-hidden="true" />}
      <span className="sr-only">{name}: </span>
      {value}
    </>
  )
  if (!isEditable) return <span className={factClass}>{shown}</span>
  if (overlays === undefined || overlays === 'failed')
    return <NoTrigger className={factClass}>{shown}</NoTrigger>
  const { Popovers: Popover } = overlays
  return (
    <Popover.Root open={isOpen} onOpenChange={setIsOpen}>
      <Popover.Trigger
        className={`${factClass} rounded-lg transition-colors hover:bg-sunken data-[state=open]:bg-sunken`}
        onPointerEnter={onPreload}
        onFocus={onPreload}
        data-shortcut={shortcut.keys}
        data-shortcut-name={shortcut.name}
      >
        {shown}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={4}
          collisionPadding={12}
          aria-label={name}
          onCloseAutoFocus={leaveTakenFocus}
          className="animate-fade z-50 w-80 max-w-[calc(100vw-1.5rem)] rounded-xl border border-line-floating bg-surface p-3 shadow-floating"
        >
          <FailureBoundary fallback={<p className="text-sm text-ink-soft">{texts.notLoaded}</p>}>
            <Suspense fallback={<TextSkeleton />}>{children(() => setIsOpen(false))}</Suspense>
          </FailureBoundary>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

const loadEditors = whenOnline(() => import('./fact-editors.tsx'))
const FactEditor = lazy(async () => ({ default: (await loadEditors()).FactEditor }))
const preload = () => void loadEditors().catch(() => undefined)

const shownLabels = 4
const titleClass = 'max-w-64 truncate'

/** Who, until when, how often, and where it belongs, in one line. Those who may change the goal change each at its place. */
export function FactsLine({ goal, onChange }: { goal: Goal; onChange: ChangeFact }) {
  const mayWrite = useMayWrite(goal)
  const { canAdminister } = useActiveOrganization()
  const { nameOf } = usePeople()
  const { labels, cadence, blockedBy } = goal
  const parent = goal.ancestors.at(-1)
  const [blocker] = blockedBy
  const waitingClass = blockedBy.some(isOpen) && 'font-medium text-warn'

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
          picture={goal.ownerUserId === null ? undefined : <PersonAvatar userId={goal.ownerUserId} />}
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
        <FactButton
          {...common}
          name={texts.names.ancestors}
          shortcut={{ keys: 'm', name: texts.change.ancestors }}
          icon={ListTree}
          value={parent ? <span className={titleClass}>{parent.title}</span> : texts.noParent}
        >
          {editorOf('ancestors')}
        </FactButton>
        <FactButton
          {...common}
          name={texts.names.blockedBy}
          shortcut={{ keys: 'w', name: texts.change.blockedBy }}
          icon={Hourglass}
          value={
            blockedBy.length > 1 ? (
              <span className={cn(waitingClass)}>{texts.waitsFor(blockedBy.length)}</span>
            ) : blocker ? (
              <span className={cn(titleClass, waitingClass)}>
                {fill(texts.waitsForOne, { title: blocker.title })}
              </span>
            ) : (
              texts.noBlockers
            )
          }
        >
          {editorOf('blockedBy')}
        </FactButton>
      </div>
      <Review goal={goal} />
      <Record goal={goal} />
    </aside>
  )
}

/** The reviewer of the goal, and whether it needs a second person. The form changes both. */
function Review({ goal: { reviewerUserId, verification } }: { goal: Goal }) {
  const { nameOf } = usePeople()
  if (reviewerUserId === null && verification !== 'other_person') return null
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-sm">
      <UserRoundCheck className="-mr-1.5 size-4 shrink-0 text-ink-faint" aria-hidden="true" />
      {verification === 'other_person' && <span>{verificationNames.other_person}</span>}
      {reviewerUserId !== null && <span>{fill(texts.reviewer, { name: nameOf(reviewerUserId) })}</span>}
    </p>
  )
}

/** Facts that nobody edits: when the goal was published and changed, and its last evaluation. */
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
