import { goalHealths, goalStatuses, statusClearsHealth } from '@cairn/contract/goals/goal-words'
import type { Goal } from '@cairn/contract/schemas/goals/goals'
import { useEffect } from 'react'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/fields/choice.tsx'
import { TextField } from '../../ui/fields/field.tsx'
import { FailureNotice } from '../../ui/states/failure-notice.tsx'
import { toast } from '../../ui/toast.ts'
import { healthNames, statusNames } from '../data/display-names.ts'
import { RestoredNotice, useDiscard } from '../editing/drafts/drafts.tsx'
import { ConflictPanel } from './conflict-panel.tsx'
import { OtherDraftNotice } from './draft/other-draft-notice.tsx'
import { texts } from './texts.ts'
import { useReport } from './use-report.ts'

type QuickReportProps = { goal: Goal; onClose: () => void; onMore: () => void }

/** A report of one line, in place. It has the draft of the whole form, which is one press away. */
export function QuickReport({ goal, onClose, onMore }: QuickReportProps) {
  const { draft, otherDraft, submission, conflict } = useReport(goal, () => {
    onClose()
    toast.success(texts.sent)
  })
  const { form, problems, failure, busy, submit, reset } = submission
  const { discard, question } = useDiscard('report', draft)
  const { value: values } = draft
  useEffect(() => form.current?.querySelector<HTMLElement>('input:checked')?.focus(), [form])
  return (
    <>
      <form
        ref={form}
        noValidate
        aria-label={texts.quickName}
        className="space-y-5"
        onSubmit={(event) => void submit(event)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') discard(onClose)
        }}
      >
        {otherDraft && <OtherDraftNotice {...otherDraft} />}
        {draft.isRestored && <RestoredNotice onStartOver={() => discard(reset)} />}
        {!statusClearsHealth(values.status) && (
          <Choice
            legend={texts.health}
            value={values.health === 'keep' ? (goal.health ?? 'keep') : values.health}
            onChange={(health) => draft.set({ ...values, health })}
            options={[
              ...(goal.health ? [] : [{ value: 'keep' as const, name: texts.noChange }]),
              ...goalHealths.map((health) => ({ value: health, name: healthNames[health] })),
            ]}
            problem={problems.health}
          />
        )}
        <Choice
          legend={texts.status}
          value={values.status}
          onChange={(status) => draft.set({ ...values, status })}
          options={goalStatuses.map((status) => ({ value: status, name: statusNames[status] }))}
          problem={problems.status}
        />
        <TextField
          label={texts.summary}
          value={values.summary}
          onChange={(event) => draft.set({ ...values, summary: event.target.value })}
          problem={problems.summary}
          autoComplete="off"
        />
        {conflict && <ConflictPanel conflict={conflict} />}
        <FailureNotice failure={failure} />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" busy={busy} busyText={texts.sending}>
            {conflict ? texts.sendAnyway : texts.send}
          </Button>
          <Button onClick={() => discard(onClose)}>{texts.cancel}</Button>
          <Button variant="quiet" onClick={onMore}>
            {texts.more}
          </Button>
        </div>
      </form>
      {question}
    </>
  )
}
