import { type ReactNode, useState } from 'react'
import { Button, type ButtonVariant } from '../button.tsx'
import { FailureNotice } from '../states/failure-notice.tsx'
import { texts } from '../texts.ts'
import { Dialog, DialogActions, DialogText } from './dialog.tsx'

type ConfirmDialogProps = {
  open: boolean
  onClose: () => void
  title: string
  /** The text of the confirm button: what happens, not "OK". Without it, there is no such button. */
  action: string | undefined
  variant?: ButtonVariant
  /** The text of the cancel button. */
  cancel?: string
  /** An alternative, next to or instead of the confirm button. */
  alternative?: ReactNode
  /** If this throws, the dialog stays open and shows the failure. */
  onConfirm: () => Promise<void> | void
  children: ReactNode
}

/** Asks for confirmation before an action that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    open,
    onClose,
    title,
    action,
    variant = 'danger',
    cancel = texts.cancel,
    alternative,
    onConfirm,
  } = props
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
        {alternative}
        {action && (
          <Button variant={variant} busy={busy} onClick={() => void confirm()}>
            {action}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}
