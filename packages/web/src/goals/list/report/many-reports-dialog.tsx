import { createGoalUpdateRequest } from '@cairn/contract/schemas/goals/goal-history'
import type { GoalSummary } from '@cairn/contract/schemas/goals/goals'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useActiveOrganization } from '../../../accounts/session/session.ts'
import { describeFailure } from '../../../data/api/failures/failures.ts'
import { useSubmit } from '../../../data/api/use-submit.ts'
import { fill } from '../../../language/fill.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { DialogFormActions } from '../../../ui/dialogs/dialog-form-actions.tsx'
import { Choice } from '../../../ui/fields/choice.tsx'
import { TextField } from '../../../ui/fields/field.tsx'
import { toast } from '../../../ui/toast.ts'
import { healthNames, statusNames } from '../../data/display-names.ts'
import { reloadGoals } from '../../data/queries.ts'
import { reportFormTexts } from '../../report/report-form-texts.ts'
import { GoalFailures } from '../bulk/goal-failures.tsx'
import {
  commonState,
  contentOf,
  type NotSent,
  resumes,
  type State,
  sendReports,
  states,
  type Waiting,
} from './many-reports.ts'
import { texts } from './texts.ts'

/** Stands for what differs, when all reports are validated at once. */
const ofEachGoal = { expectedRevision: 1, idempotencyKey: '1' }

const names = { ...healthNames, ...statusNames }

type ManyReportsDialogProps = {
  /** The goals as the person sees them. Newer reports on them are not overlooked: the service refuses. */
  goals: readonly Pick<GoalSummary, 'id' | 'title' | 'status' | 'health' | 'revision' | 'lastReport'>[]
  onClose: () => void
}

/** A report of one line on one or many goals. Stays open for those that could not be sent. */
export function ManyReportsDialog({ goals, onClose }: ManyReportsDialogProps) {
  const organization = useActiveOrganization()
  const queryClient = useQueryClient()
  const [state, setState] = useState(() => commonState(goals))
  const [typed, setTyped] = useState<string>()
  const [waiting, setWaiting] = useState<readonly Waiting[]>(() =>
    goals.map((goal) => ({ goal, attempt: null })),
  )
  const [notSent, setNotSent] = useState<NotSent[]>([])
  const [done, setDone] = useState(0)

  const summary = typed ?? (state ? texts.summaries[state] : '')
  const { form, problems, failure, busy, submit } = useSubmit({
    schema: createGoalUpdateRequest,
    body: { summary, details: summary, ...(state && contentOf(state, summary)), ...ofEachGoal },
    texts: reportFormTexts,
    send: async () => {
      if (!state) return
      setDone(0)
      setNotSent([])
      const failures = await sendReports(waiting, contentOf(state, summary), setDone)
      await reloadGoals(queryClient, organization.id)
      const sent = waiting.length - failures.length
      if (sent > 0) toast.success(texts.sent(sent))
      if (failures.length === 0) onClose()
      setWaiting(failures)
      setNotSent(failures)
    },
  })

  // Somebody who closes it while it sends would not learn what was not sent.
  const close = () => busy || onClose()
  const [only] = goals
  const last = goals.length === 1 ? only?.lastReport : undefined
  const hasMissed = notSent.some(({ missed }) => missed)
  return (
    <Dialog
      open
      onOpenChange={close}
      title={
        goals.length === 1 ? (
          <bdi className="line-clamp-2 wrap-anywhere">{only?.title}</bdi>
        ) : (
          texts.titleOfMany(goals.length)
        )
      }
      description={texts.intro}
    >
      <form
        ref={form}
        noValidate
        aria-label={texts.title}
        className="space-y-5"
        onSubmit={(event) => void submit(event)}
      >
        {last && (
          <p className="line-clamp-3 text-sm wrap-anywhere text-ink-soft">
            {fill(texts.lastReport, { summary: <bdi>{last.summary}</bdi> })}
          </p>
        )}
        <Choice<State | ''>
          legend={texts.state}
          value={state ?? ''}
          onChange={(next) => next !== '' && setState(next)}
          options={states.map((value) => ({ value, name: names[value] }))}
          problem={problems.status ?? problems.health}
        />
        {state && resumes(state, goals) && <p className="text-sm text-ink-soft">{texts.resumes}</p>}
        <TextField
          label={texts.summary}
          value={summary}
          onChange={(event) => setTyped(event.target.value)}
          problem={problems.summary}
          autoComplete="off"
        />
        {notSent.length > 0 && (
          <GoalFailures
            title={texts.notSent(notSent.length)}
            failures={notSent.map((failed) => ({ ...failed.goal, reason: reasonOf(failed) }))}
          />
        )}
        <DialogFormActions
          onCancel={close}
          failure={failure}
          busy={busy}
          busyText={texts.sending(done, waiting.length)}
        >
          {hasMissed ? texts.sendAnyway : notSent.length > 0 ? texts.again : texts.send(waiting.length)}
        </DialogFormActions>
      </form>
    </Dialog>
  )
}

function reasonOf({ error, missed }: NotSent): string {
  if (!missed) return describeFailure(error).sentence
  const newest = missed.updates.at(-1)
  return newest ? texts.missed(newest.summary) : texts.missedEdit
}
