import { type ReactNode, useEffect, useState } from 'react'
import type { DialogProps } from './dialog-frame.tsx'
import { useOverlays, usePresentOverlays } from './overlays.ts'

/** A modal dialog that traps the focus and returns it to the element that opened it. On a phone, it is at the bottom. */
export function Dialog(props: DialogProps) {
  const overlays = useOverlays()
  // It stays after it was open, so that the focus returns when it closes.
  const [wasOpen, setWasOpen] = useState(props.open)
  if (props.open && !wasOpen) setWasOpen(true)
  const cannotOpen = props.open && overlays === 'failed'
  useEffect(() => {
    if (cannotOpen) location.reload()
  }, [cannotOpen])
  if (!wasOpen || overlays === undefined || overlays === 'failed') return null
  return <overlays.DialogFrame {...props} />
}

/** The text of a confirmation, which screen readers read after the title. */
export function DialogText({ children }: { children: ReactNode }) {
  const { DialogDescription } = usePresentOverlays()
  return (
    <DialogDescription asChild>
      <div className="space-y-3 text-pretty text-ink-soft">{children}</div>
    </DialogDescription>
  )
}

/** The buttons at the end of a dialog. The main one comes last; on a phone, it is on top. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">{children}</div>
}
