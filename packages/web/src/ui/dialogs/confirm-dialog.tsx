import { type ReactNode, useState } from 'react'
import { Button, type ButtonLook } from '../button.tsx'
import { FailureNotice } from '../failure-notice.tsx'
import { Dialog, DialogActions, DialogText } from './dialog.tsx'

type ConfirmDialogProps = {
  open: boolean
  onClose: () => void
  title: string
  /** What the button says: the thing that happens, not "OK". Without it there is nothing to confirm. */
  action: string | undefined
  look?: ButtonLook
  /** What the button says that leaves everything as it is. */
  cancel?: string
  /** Another way on, beside or instead of the action. */
  wayOn?: ReactNode
  /** The dialog stays open, and says why, where this throws. */
  onConfirm: () => Promise<void> | void
  children: ReactNode
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onClose, title, action, look = 'danger', cancel = 'Cancel', wayOn, onConfirm } = props
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
      <DialogText>{props.children}</DialogText>
      <FailureNotice failure={failure} className="mt-4" />
      <DialogActions>
        <Button onClick={close}>{cancel}</Button>
        {wayOn}
        {action && (
          <Button look={look} busy={busy} onClick={() => void confirm()}>
            {action}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}
