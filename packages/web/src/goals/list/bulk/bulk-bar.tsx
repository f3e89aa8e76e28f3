import type { GoalSummary } from '@cairn/contract/schemas/goals/goals'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useActiveOrganization } from '../../../accounts/session/session.ts'
import { describeFailure, isApiError } from '../../../data/api/failures/failures.ts'
import { offerUndo } from '../../../data/undo/offer-undo.ts'
import { Button, buttonClass, IconButton } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Menu, MenuContent, MenuItem, MenuTrigger } from '../../../ui/dialogs/menu.tsx'
import { TextField } from '../../../ui/fields/field.tsx'
import { toast } from '../../../ui/toast.ts'
import { useMayAsk } from '../../data/authority.ts'
import { usePeople } from '../../data/people.ts'
import { labelsQuery, reloadGoals } from '../../data/queries.ts'
import { LabelDot } from '../../labels/label-chip.tsx'
import { askForReports } from './ask-for-reports.ts'
import {
  addLabel,
  type Change,
  changeGoals,
  dueOn,
  giveTo,
  type Outcome,
  removeLabel,
  undoChange,
} from './change-goals.ts'
import { type GoalFailure, GoalFailures } from './goal-failures.tsx'
import { texts } from './texts.ts'
import type { Selection } from './use-selection.ts'

type BulkBarProps = {
  /** In the order of the list. */
  goals: readonly GoalSummary[]
  selection: Selection
  /** How many goals the list has, shown or not. Undefined if nobody knows. */
  total: number | undefined
  /** Loads the goals of the list that are not shown yet. Undefined if all are. */
  loadRest: (() => Promise<readonly GoalSummary[]>) | undefined
  onReport: (goals: readonly GoalSummary[]) => void
}

/** Changes all selected goals at once. Each goal is changed or not, and the bar says how many. */
export function BulkBar({ goals, selection, total, loadRest, onReport }: BulkBarProps) {
  const organization = useActiveOrganization()
  const queryClient = useQueryClient()
  const { members = [] } = usePeople()
  const { data: labels = [] } = useQuery(labelsQuery(organization.id))
  const mayAsk = useMayAsk()
  const [progress, setProgress] = useState<string>()
  const [failed, setFailed] = useState<{ title: string; failures: readonly GoalFailure[] }>()
  const [isPickingDate, setPickingDate] = useState(false)
  const [isSelectingAll, setSelectingAll] = useState(false)
  const selected = goals.filter(({ id }) => selection.ids.has(id))
  const used = labels.filter(({ id }) =>
    selected.some((goal) => goal.labels.some((label) => label.id === id)),
  )

  async function selectAll(): Promise<void> {
    setSelectingAll(true)
    const all = await loadRest?.()
    setSelectingAll(false)
    selection.set((all ?? goals).map(({ id }) => id))
  }

  type Progress = (done: number, count: number) => string
  const show = (words: Progress, done: number) => setProgress(words(done, selected.length))

  function begin(words: Progress): void {
    show(words, 0)
    setFailed(undefined)
  }

  function end(title: (count: number) => string, failures: readonly GoalFailure[]): void {
    setProgress(undefined)
    if (failures.length > 0) setFailed({ title: title(failures.length), failures })
  }

  async function ask(): Promise<void> {
    begin(texts.asking)
    const { asked, failures } = await askForReports(selected, (done) => show(texts.asking, done))
    end(texts.notAsked, failures)
    if (asked > 0) toast.success(texts.asked(asked))
  }

  async function apply(change: Change): Promise<void> {
    begin(texts.changing)
    const outcome = await changeGoals(selected, change, (done) => show(texts.changing, done))
    await reloadGoals(queryClient, organization.id)
    const { changed } = outcome
    end(
      texts.failed,
      outcome.failures.map(({ goal, error }) => ({ ...goal, reason: describe(error) })),
    )
    if (changed.length > 0) offerUndo(texts.changed(changed.length), () => void undo(outcome, change))
    else if (outcome.failures.length === 0) toast(texts.unchanged)
  }

  /** The bar may be closed when it ends, so a message says how it went. */
  async function undo(outcome: Outcome, change: Change): Promise<void> {
    const { changed, failures: left } = await undoChange(outcome, change)
    await reloadGoals(queryClient, organization.id)
    const [first] = left
    if (first) toast.error(texts.notUndone(left.length, first.goal.title, describe(first.error)))
    else toast.success(texts.undone(changed.length))
  }

  return (
    <section
      aria-label={texts.name}
      className="sticky bottom-20 z-20 flex flex-wrap items-center gap-2 rounded-xl border border-line-strong bg-surface p-2.5 pl-4 shadow-floating max-lg:[&_button]:min-h-10 lg:bottom-5 print:hidden"
    >
      {failed && (
        <div className="basis-full">
          <GoalFailures {...failed} />
        </div>
      )}
      <p role="status" className="mr-2 text-sm font-medium tabular-nums">
        {progress ??
          (total !== undefined && total > goals.length
            ? texts.selectedOf(selected.length, total)
            : texts.selected(selected.length))}
      </p>
      {progress === undefined && (
        <>
          <Button size="small" onClick={() => onReport(selected)} {...shortcut('r', texts.shortcuts.report)}>
            {texts.report}
          </Button>
          {selected.some(mayAsk) && (
            <Button size="small" onClick={() => void ask()} {...shortcut('a', texts.shortcuts.ask)}>
              {texts.ask}
            </Button>
          )}
          <Choice name={texts.owner} shortcut={shortcut('o', texts.shortcuts.owner)}>
            {members.map(({ userId, displayName }) => (
              <MenuItem key={userId} onSelect={() => void apply(giveTo(userId))}>
                <bdi className="wrap-anywhere">{displayName}</bdi>
              </MenuItem>
            ))}
            <MenuItem onSelect={() => void apply(giveTo(null))}>{texts.nobody}</MenuItem>
          </Choice>
          <Choice name={texts.addLabel} shortcut={shortcut('l', texts.shortcuts.addLabel)}>
            {labels.length === 0 && <p className="px-3 py-2 text-sm text-ink-soft">{texts.noLabels}</p>}
            {labels.map(({ id, name, color }) => (
              <MenuItem key={id} onSelect={() => void apply(addLabel(id))}>
                <LabelDot color={color} />
                <bdi className="wrap-anywhere">{name}</bdi>
              </MenuItem>
            ))}
          </Choice>
          {used.length > 0 && (
            <Choice name={texts.removeLabel} shortcut={shortcut('u', texts.shortcuts.removeLabel)}>
              {used.map(({ id, name, color }) => (
                <MenuItem key={id} onSelect={() => void apply(removeLabel(id))}>
                  <LabelDot color={color} />
                  <bdi className="wrap-anywhere">{name}</bdi>
                </MenuItem>
              ))}
            </Choice>
          )}
          <Button
            size="small"
            onClick={() => setPickingDate(true)}
            {...shortcut('d', texts.shortcuts.dueDate)}
          >
            {texts.dueDate}
          </Button>
          {(selected.length < goals.length || loadRest) && (
            <Button
              size="small"
              variant="quiet"
              busy={isSelectingAll}
              busyText={texts.selectingAll}
              onClick={() => void selectAll()}
            >
              {loadRest && total !== undefined ? texts.selectAllOf(total) : texts.selectAll}
            </Button>
          )}
          <IconButton label={texts.clear} data-shortcut="Escape" onClick={() => selection.set([])}>
            <X className="size-4" aria-hidden="true" />
          </IconButton>
        </>
      )}
      <DateDialog
        count={selected.length}
        open={isPickingDate}
        onOpenChange={setPickingDate}
        onPick={(date) => {
          setPickingDate(false)
          void apply(dueOn(date))
        }}
      />
    </section>
  )
}

const describe = (failure: unknown): string =>
  isApiError(failure, 'goal_version_conflict') ? texts.changedMeanwhile : describeFailure(failure).sentence

/** The attributes of a control with a shortcut. */
const shortcut = (keys: string, name: string) => ({ 'data-shortcut': keys, 'data-shortcut-name': name })

type ChoiceProps = { name: string; shortcut: ReturnType<typeof shortcut>; children: ReactNode }

function Choice({ name, shortcut: attributes, children }: ChoiceProps) {
  return (
    <Menu modal={false}>
      <MenuTrigger {...attributes} className={buttonClass({ size: 'small' })}>
        {name}
      </MenuTrigger>
      <MenuContent align="start" side="top">
        {children}
      </MenuContent>
    </Menu>
  )
}

type DateDialogProps = {
  count: number
  open: boolean
  onOpenChange: (open: boolean) => void
  onPick: (date: string) => void
}

function DateDialog({ count, open, onOpenChange, onPick }: DateDialogProps) {
  const [date, setDate] = useState('')
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={texts.dueDateTitle(count)}>
      <form
        className="space-y-5"
        onSubmit={(event) => {
          event.preventDefault()
          if (date !== '') onPick(date)
        }}
      >
        <TextField
          label={texts.date}
          type="date"
          required
          value={date}
          onChange={(event) => setDate(event.target.value)}
        />
        <Button type="submit" variant="primary">
          {texts.setDate}
        </Button>
      </form>
    </Dialog>
  )
}
