import type { Goal } from '@cairn/contract/schemas/goals'
import { toast } from 'sonner'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { FailureNotice } from '../../ui/failure-notice.tsx'
import { RestoredNotice } from '../form/restored-notice.tsx'
import { MeanwhilePanel } from './meanwhile-panel.tsx'
import { ReportFields } from './report-fields.tsx'
import { useReport } from './use-report.ts'

type ReportDialogProps = { goal: Goal; open: boolean; onClose: () => void }

export function ReportDialog({ goal, open, onClose }: ReportDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title="Report"
      description="Where does the goal stand? The report goes into its history for good."
      wide
    >
      <ReportForm goal={goal} onClose={onClose} />
    </Dialog>
  )
}

function ReportForm({ goal, onClose }: { goal: Goal; onClose: () => void }) {
  const { draft, submission, meanwhile } = useReport(goal, () => {
    onClose()
    toast.success('The report is in the history.')
  })
  const { form, problems, failure, busy, submit } = submission
  return (
    <form ref={form} noValidate className="space-y-6" onSubmit={(event) => void submit(event)}>
      {draft.isRestored && <RestoredNotice onDiscard={draft.discard} />}
      <ReportFields goal={goal} values={draft.value} onChange={draft.set} problems={problems} />
      {meanwhile && <MeanwhilePanel meanwhile={meanwhile} />}
      <FailureNotice failure={failure} />
      <DialogActions>
        <Button onClick={onClose}>{meanwhile ? 'Not now' : 'Cancel'}</Button>
        <Button type="submit" look="primary" busy={busy} busyText="Sending">
          {meanwhile ? 'Send on top of it' : 'Send report'}
        </Button>
      </DialogActions>
    </form>
  )
}
