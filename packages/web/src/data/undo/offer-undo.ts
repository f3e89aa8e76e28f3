import { toast } from '../../ui/toast.ts'
import { texts } from './texts.ts'

/** For as long as somebody needs to notice a mistake. */
const offeredMilliseconds = 10_000

let latest: { id: string; undo: () => void } | undefined
let count = 0

/** Says that a change was saved, and offers to undo it: with a button, and until the next change with Ctrl or ⌘ and Z. */
export function offerUndo(text: string, undo: () => void): void {
  count += 1
  const id = `undo ${count}`
  toast.success(text, {
    id,
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

function forget(id: string): true {
  if (latest?.id === id) latest = undefined
  return true
}
