import { toast } from 'sonner'
import { texts } from './texts.ts'

/** For as long as somebody needs to notice a mistake. */
const offeredMilliseconds = 10_000

let latest: { id: string | number; undo: () => void } | undefined

/** Says that a change was saved, and offers to undo it: with a button, and until the next change with Ctrl or ⌘ and Z. */
export function offerUndo(text: string, undo: () => void): void {
  const id = toast.success(text, {
    duration: offeredMilliseconds,
    action: { label: texts.undo, onClick: () => forget(id) && undo() },
    onDismiss: () => forget(id),
    onAutoClose: () => forget(id),
  })
  latest = { id, undo }
}

/** Undoes the latest change. Returns false if none is offered. */
export function undoLatest(): boolean {
  if (!latest) return false
  const { id, undo } = latest
  latest = undefined
  toast.dismiss(id)
  undo()
  return true
}

function forget(id: string | number): true {
  if (latest?.id === id) latest = undefined
  return true
}
