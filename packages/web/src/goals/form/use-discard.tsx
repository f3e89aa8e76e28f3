import { type ReactNode, useState } from 'react'
import type { Draft } from '../../app/use-draft.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'

const texts = {
  changes: {
    title: 'Discard your changes?',
    text: 'The goal stays as it was last saved.',
    action: 'Discard changes',
  },
  goal: {
    title: 'Discard this goal?',
    text: 'It has not been published yet. What you typed will be lost.',
    action: 'Discard goal',
  },
  report: {
    title: 'Discard this report?',
    text: 'It has not been sent yet. What you typed will be lost.',
    action: 'Discard report',
  },
}

type Discard = {
  /** Discards the draft, then calls `then`. Asks first if something was typed. */
  discard: (then: () => void) => void
  /** The confirmation dialog, to be rendered by the page. */
  question: ReactNode
}

/** Discards a draft, after a confirmation if something was typed. */
export function useDiscard<Value>(what: keyof typeof texts, draft: Draft<Value>): Discard {
  const [then, setThen] = useState<() => void>()
  const { title, text, action } = texts[what]

  function end(next: () => void): void {
    draft.discard()
    next()
  }

  return {
    discard: (next) => {
      if (draft.isDirty) setThen(() => next)
      else end(next)
    },
    question: (
      <ConfirmDialog
        open={then !== undefined}
        onClose={() => setThen(undefined)}
        title={title}
        action={action}
        cancel="Keep editing"
        onConfirm={() => then && end(then)}
      >
        <p>{text}</p>
      </ConfirmDialog>
    ),
  }
}
