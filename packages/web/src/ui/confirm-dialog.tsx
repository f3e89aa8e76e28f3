import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { Dialog, DialogActions } from './dialog.tsx'
import { FailureNotice } from './failure-notice.tsx'

type ConfirmDialogProps = {
  open: boolean
  onClose: () => void
  title: string
  /** What the button says: the thing that happens, not "OK". */
  action: string
  /** The dialog stays open, and says why, where this throws. */
  onConfirm: () => Promise<void>
  children: ReactNode
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog({ open, onClose, title, action, onConfirm, children }: ConfirmDialogProps) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()

  async function confirm(): Promise<void> {
    setBusy(true)
    setFailure(undefined)
    try {
      await onConfirm()
      onClose()
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }

  function close(): void {
    setFailure(undefined)
    onClose()
  }

  return (
    <Dialog open={open} onOpenChange={close} title={title} role="alertdialog">
      <div className="space-y-3 text-ink-soft">{children}</div>
      <FailureNotice failure={failure} className="mt-4" />
      <DialogActions>
        <Button onClick={close}>Cancel</Button>
        <Button look="danger" busy={busy} onClick={() => void confirm()}>
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
