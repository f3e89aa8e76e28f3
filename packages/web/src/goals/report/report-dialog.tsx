import type { Goal } from '@cairn/contract/schemas/goals'
import { toast } from 'sonner'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialogs/dialog.tsx'
import { FailureNotice } from '../../ui/failure-notice.tsx'
import { RestoredNotice } from '../form/restored-notice.tsx'
import { useDiscard } from '../form/use-discard.tsx'
import { MeanwhilePanel } from './meanwhile-panel.tsx'
import { ReportFields } from './report-fields.tsx'
import { useReport } from './use-report.ts'

type ReportDialogProps = { goal: Goal; onClose: () => void }

/** Open for as long as it is rendered: each opening begins with what the draft has by then. */
export function ReportDialog({ goal, onClose }: ReportDialogProps) {
  const { draft, submission, meanwhile } = useReport(goal, () => {
    onClose()
    toast.success('Report sent.')
  })
  const { form, problems, failure, busy, submit, reset } = submission
  const { discard, question } = useDiscard('report', draft)
  return (
    <Dialog
      open
      onOpenChange={() => discard(onClose)}
      title="New report"
      description="How is the goal doing? You cannot change a report after you send it."
      wide
    >
      <form ref={form} noValidate className="space-y-6" onSubmit={(event) => void submit(event)}>
        {draft.isRestored && <RestoredNotice onStartOver={() => discard(reset)} />}
        <ReportFields goal={goal} values={draft.value} onChange={draft.set} problems={problems} />
        {meanwhile && <MeanwhilePanel meanwhile={meanwhile} />}
        <FailureNotice failure={failure} />
        <DialogActions>
          <Button onClick={() => discard(onClose)}>Cancel</Button>
          <Button type="submit" look="primary" busy={busy} busyText="Sending">
            {meanwhile ? 'Send anyway' : 'Send report'}
          </Button>
        </DialogActions>
      </form>
      {question}
    </Dialog>
  )
}
