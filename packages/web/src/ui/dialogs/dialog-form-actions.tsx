import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import { FailureNotice } from '../states/failure-notice.tsx'
import { texts } from '../texts.ts'
import { DialogActions } from './dialog.tsx'

type DialogFormActionsProps = {
  onCancel: () => void
  failure: unknown
  busy: boolean
  busyText?: string
  /** Something that the form needs is not there yet. */
  blocked?: boolean
  /** The text of the submit button. */
  children: ReactNode
}

/** The end of every form in a dialog: its failure, Cancel, and the submit button. */
export function DialogFormActions({
  onCancel,
  failure,
  busy,
  busyText,
  blocked,
  children,
}: DialogFormActionsProps) {
  return (
    <>
      <FailureNotice failure={failure} />
      <DialogActions>
        <Button onClick={onCancel}>{texts.cancel}</Button>
        <Button type="submit" variant="primary" busy={busy} busyText={busyText} blocked={blocked}>
          {children}
        </Button>
      </DialogActions>
    </>
  )
}
