import type { Goal } from '@cairn/contract/schemas/goals/goals'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { DialogFormActions } from '../../ui/dialogs/dialog-form-actions.tsx'
import { toast } from '../../ui/toast.ts'
import { RestoredNotice, useDiscard } from '../editing/drafts/drafts.tsx'
import { ConflictPanel } from './conflict-panel.tsx'
import { OtherDraftNotice } from './draft/other-draft-notice.tsx'
import { ReportFields } from './report-fields.tsx'
import { texts } from './texts.ts'
import { useReport } from './use-report.ts'

type ReportDialogProps = { goal: Goal; onClose: () => void }

/** Open as long as it is rendered. Each opening starts with the stored draft. */
export function ReportDialog({ goal, onClose }: ReportDialogProps) {
  const { draft, otherDraft, request, submission, conflict } = useReport(goal, () => {
    onClose()
    toast.success(texts.sent)
  })
  const { form, problems, failure, busy, submit, reset } = submission
  const { discard, question } = useDiscard('report', draft)
  return (
    <Dialog open onOpenChange={() => discard(onClose)} title={texts.title} description={texts.intro} wide>
      <form ref={form} noValidate className="space-y-6" onSubmit={(event) => void submit(event)}>
        {otherDraft && <OtherDraftNotice {...otherDraft} />}
        {draft.isRestored && <RestoredNotice onStartOver={() => discard(reset)} />}
        <ReportFields
          goal={goal}
          values={draft.value}
          onChange={draft.set}
          request={request}
          problems={problems}
        />
        {conflict && <ConflictPanel conflict={conflict} />}
        <DialogFormActions
          onCancel={() => discard(onClose)}
          failure={failure}
          busy={busy}
          busyText={texts.sending}
        >
          {conflict ? texts.sendAnyway : texts.send}
        </DialogFormActions>
      </form>
      {question}
    </Dialog>
  )
}
